import { Box, Button, Group, Text } from '@mantine/core';
import { IconCopy, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { describeAnswerRun, describeSpeed, endOf } from '../../answers/answer-words.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { focusComposer } from '../focus.ts';
import { AnswerText } from './AnswerText.tsx';
import { copyMessage, copyText } from './copy.ts';
import { EditForm } from './EditForm.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { Thoughts } from './Thoughts.tsx';
import { askToOpenLink } from '../../../../markdown/links/index.ts';
import type { MarkdownActions } from '../../../../markdown/engine/index.ts';
import classes from '../Chat.module.css';
import type { AnswerRun } from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { textOfEvents } from '../../../../../shared/language/answer-events.ts';
import { GrowingSplit } from '../../../../../shared/language/thought-tags.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { NOT_WAITING, type Waiting, waitWords, waitingAfter } from '../../answers/wait-words.ts';

/** Ms between updates: faster ones cannot be read. */
const REFRESHED = 500;

/** Minimum number of pieces for a speed. */
const FEW = 5;

export function AnswerMessage(props: {
  readonly message: PlainMessage | Message;
  readonly modelName: (modelId: string) => string;
  /** Set for answers side by side: switches to the path of this one. */
  readonly onPick?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const { message, modelName, onPick, children } = props;
  const session = useChatSession();
  const edit = useChat(({ edits }) => edits[message.id]);
  const { run, id } = message;
  const isRunning = run?.state === 'running';
  return (
    <Box component="article" pb="sm" aria-label="Answer">
      <header className={classes['line']}>
        <Text component="h2" size="xs" fw={600}>
          {message.model === undefined ? 'Answer' : modelName(message.model)}
        </Text>
        {message.continues !== undefined && (
          <Text span size="xs" c="dimmed">
            continued
          </Text>
        )}
        {run !== undefined && !isRunning && (
          <Text span size="xs" c="dimmed">
            {describeAnswerRun(run, message.choice, run.finishReasons.length)}
          </Text>
        )}
      </header>
      <Thoughts message={message} />
      {edit !== undefined ? (
        <EditForm message={message} text={edit} />
      ) : (
        <Box fz="md" data-message-text={id}>
          <AnswerText message={message} actions={MARKDOWN_ACTIONS} />
        </Box>
      )}
      {isRunning && <WritingLine run={run} />}
      <Ending message={message} />
      {!isRunning && (
        <footer className={classes['line']}>
          {children}
          {message.text !== '' && (
            <IconButton
              label="Copy answer"
              icon={<IconCopy size={16} />}
              size="sm"
              onClick={() => void copyMessage(message, 'markdown')}
            />
          )}
          <IconButton
            label="Regenerate"
            tip="Another answer on a branch of its own"
            icon={<IconRefresh size={16} />}
            size="sm"
            onClick={() => void session.regenerate(id)}
          />
          <MessageMenu message={message} copyAs={(as) => void copyMessage(message, as)} />
          {onPick !== undefined && message.text !== '' && (
            <Button size="compact-xs" onClick={onPick}>
              Continue with this answer
            </Button>
          )}
        </footer>
      )}
    </Box>
  );
}

function WritingLine({ run }: { readonly run: AnswerRun }) {
  const session = useChatSession();
  const { speed, hasText, waiting, now, error } = useLive(run.id);
  const isWhole = useChat(
    ({ conversation, fresh }) => (conversation ?? fresh).parameters.stream === false,
  );
  return (
    <>
      <div className={classes['line']} role="status">
        <Text span size="xs" c="dimmed">
          {hasText ? 'Writing' : waitWords(waiting, isWhole, now)}
          {speed !== undefined && (
            // hidden from screen readers, since it changes all the time
            <span aria-hidden>{`, ${describeSpeed({ perSecond: speed, isAbout: true })}`}</span>
          )}
        </Text>
        <Button
          size="compact-xs"
          aria-label="Stop this answer"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={() => {
            focusComposer();
            void session.stop(run.id);
          }}
        >
          Stop
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** Counts pieces, about one token each. */
function useLive(runId: string) {
  const [live, setLive] = useState<{
    readonly speed: number | undefined;
    readonly hasText: boolean;
    readonly waiting: Waiting;
    /** Unix ms of the last update. */
    readonly now: number;
    readonly error: AppError | undefined;
  }>(() => ({
    speed: undefined,
    hasText: false,
    waiting: NOT_WAITING,
    now: Date.now(),
    error: undefined,
  }));
  useEffect(() => {
    let first: { readonly at: number; readonly pieces: number } | undefined;
    let pieces = 0;
    const split = new GrowingSplit();
    let hasText = false;
    const stop = answers.follow(runId, {
      take({ events }) {
        for (const event of events) if (event.is === 'text') pieces += event.pieces;
        setLive((live) => {
          const waiting = waitingAfter(live.waiting, events);
          return waiting === live.waiting ? live : { ...live, waiting, now: Date.now() };
        });
        if (pieces > 0) first ??= { at: performance.now(), pieces };
        if (hasText) return;
        hasText = split.add(textOfEvents(events)).text !== '';
        if (hasText) setLive((now) => ({ ...now, hasText }));
        else if (split.thoughts !== '')
          setLive((now) => ({ ...now, waiting: { isThinking: true } }));
      },
      onError: (error) => setLive((now) => ({ ...now, error })),
    });
    const timer = setInterval(() => {
      const seconds = first === undefined ? 0 : (performance.now() - first.at) / 1000;
      const speed =
        first === undefined || seconds < 0.4 || pieces - first.pieces < FEW
          ? undefined
          : (pieces - first.pieces) / seconds;
      setLive((live) => {
        const now = live.waiting.again === undefined ? live.now : Date.now();
        return live.speed === speed && live.now === now ? live : { ...live, speed, now };
      });
    }, REFRESHED);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [runId]);
  return live;
}

function Ending({ message }: { readonly message: PlainMessage }) {
  const session = useChatSession();
  const end = endOf(message);
  const error = message.run?.error;
  if (end === undefined) return null;
  const retry = () => void session.regenerate(message.id);
  const goOn = () => void session.continueAnswer(message.id);
  if (error !== undefined) {
    return (
      <Box py="2xs">
        <ErrorNotice
          error={error}
          actions={{ retry }}
          {...(end.canContinue
            ? { actionLabel: 'Continue', onAction: goOn }
            : error.action === 'retry'
              ? {}
              : { actionLabel: 'Try again', onAction: retry })}
        />
      </Box>
    );
  }
  return (
    <Group gap="xs" py="2xs">
      <Text size="xs" c="dimmed">
        {end.words}
      </Text>
      <Button size="compact-xs" onClick={end.canContinue ? goOn : retry}>
        {end.canContinue ? 'Continue' : 'Try again'}
      </Button>
    </Group>
  );
}

/** Asks before opening a link. */
const MARKDOWN_ACTIONS: MarkdownActions = {
  onLink: (address, text) => void askToOpenLink(address, text),
  copyCode: (text) => void copyText(text),
};
