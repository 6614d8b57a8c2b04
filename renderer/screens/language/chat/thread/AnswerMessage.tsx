import { Box, Group, Text } from '@mantine/core';
import { IconCopy, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../../../../core/ui/IconButton.tsx';
import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import {
  describeAnswerRun,
  describeSpeed,
  endOf,
  thoughtsTitle,
} from '../../answers/answer-words.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { focusComposer } from '../focus.ts';
import { copyAndSay } from '../../../../core/ui/copy-text.ts';
import { copyMessage } from './copy.ts';
import { EditForm } from './EditForm.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { askToOpenLink } from '../../../../markdown/links/index.ts';
import {
  createMarkdownView,
  type MarkdownActions,
  type MarkdownView,
} from '../../../../markdown/engine/index.ts';
import classes from '../Chat.module.css';
import type { AnswerRun } from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { textOfEvents, thoughtsOf } from '../../../../../shared/language/answer-events.ts';
import { GrowingSplit } from '../../../../../shared/language/thought-tags.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { NOT_WAITING, waitWords, waitingAfter, type Waiting } from '../../answers/wait-words.ts';
import { estimateTokens } from '../../../../../shared/language/estimate.ts';
import shared from '../../../../core/ui/shared.module.css';
import { SmallButton, SmallNote } from '../../../../core/ui/variants.ts';

function Thoughts(props: { readonly message: Pick<PlainMessage, 'thoughts' | 'run' | 'choice'> }) {
  const { thoughts, run, choice } = props.message;
  const live = useLiveThoughts(run?.state === 'running' ? run.id : undefined, choice);
  const text = live === '' ? (thoughts ?? '') : live;
  const [isOpen, setOpen] = useState(false);
  if (text === '') return null;
  const counted = run?.usage?.reasoningTokens;
  const tokens = counted ?? estimateTokens(text);
  return (
    <Box
      component="details"
      mt="3xs"
      mb="xs"
      c="dimmed"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{thoughtsTitle(tokens, counted !== undefined)}</summary>
      {isOpen && (
        <Box
          mt="2xs"
          py="2xs"
          pl="sm"
          className={shared['text'] ?? ''}
          style={{ borderLeft: 'var(--gesso-outline) solid var(--gesso-line)' }}
        >
          {text}
        </Box>
      )}
    </Box>
  );
}

function useLiveThoughts(runId: string | undefined, choice: number): string {
  const [live, setLive] = useState({ runId, text: '' });
  useEffect(() => {
    if (runId === undefined) return undefined;
    let apart = '';
    const split = new GrowingSplit();
    return answers.follow(runId, {
      take({ events }) {
        apart += thoughtsOf(events, choice);
        split.add(textOfEvents(events, choice));
        // setting equal text must not render
        setLive((now) => {
          const text = apart + split.thoughts;
          return now.runId === runId && now.text === text ? now : { runId, text };
        });
      },
    });
  }, [runId, choice]);
  return live.runId === runId && runId !== undefined ? live.text : '';
}

/**
 * Must stay mounted from the first piece on, so that the text is never rendered from scratch.
 * @param props.actions must keep its identity
 */
function AnswerText(props: {
  readonly message: Pick<PlainMessage, 'id' | 'text' | 'run' | 'choice'>;
  readonly actions: MarkdownActions;
}) {
  const { message, actions } = props;
  const { text, choice } = message;
  const { id: askedId, state } = message.run ?? {};
  const runId = state === 'running' ? askedId : undefined;
  const root = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  const isEnded = useRef(false);

  useLayoutEffect(
    () => () => {
      view.current?.close();
      view.current = undefined;
    },
    [actions],
  );

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const begin = (): MarkdownView => {
      view.current?.close();
      view.current = createMarkdownView(element, actions);
      isEnded.current = false;
      return view.current;
    };
    const end = (when: 'now' | 'soon'): void => {
      isEnded.current = true;
      view.current?.end(when);
    };
    if (runId !== undefined) {
      let live = begin();
      live.append(text);
      const split = new GrowingSplit();
      return answers.follow(runId, {
        take(news) {
          const added = split.add(textOfEvents(news.events, choice));
          if (added.isAnew) {
            live = begin();
            live.append(text);
          }
          live.append(added.text);
          if (news.end !== undefined) end('soon');
        },
      });
    }
    const before = view.current?.text();
    if (before === text && isEnded.current) return undefined;
    // the rest of an answer that ended before its last events arrived
    if (before !== undefined && !isEnded.current && text.startsWith(before)) {
      view.current?.append(text.slice(before.length));
      end('soon'); // may be most of the text after a burst
      return undefined;
    }
    // a long answer that arrives at once must not block rendering
    const when = askedId !== undefined && answers.isRunning(askedId) ? 'soon' : 'now';
    begin().append(text);
    end(when);
    return undefined;
  }, [runId, askedId, text, choice, actions]);

  return <div ref={root} />;
}

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
        {message.continues !== undefined && <SmallNote span>continued</SmallNote>}
        {run !== undefined && !isRunning && (
          <SmallNote span>
            {describeAnswerRun(run, message.choice, run.finishReasons.length)}
          </SmallNote>
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
            <SmallButton onClick={onPick}>Continue with this answer</SmallButton>
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
  const wait = waitWords(waiting, isWhole, now);
  return (
    <>
      <div className={classes['line']} role="status">
        <SmallNote span>
          {hasText ? 'Writing' : wait.words}
          {/* hidden from screen readers, since it changes all the time */}
          <span aria-hidden>
            {!hasText && wait.countdown}
            {speed !== undefined && `, ${describeSpeed({ perSecond: speed, isAbout: true })}`}
          </span>
        </SmallNote>
        <SmallButton
          aria-label="Stop this answer"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={() => {
            focusComposer();
            void session.stop(run.id);
          }}
        >
          Stop
        </SmallButton>
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
      <SmallNote>{end.words}</SmallNote>
      <SmallButton onClick={end.canContinue ? goOn : retry}>
        {end.canContinue ? 'Continue' : 'Try again'}
      </SmallButton>
    </Group>
  );
}

/** Asks before opening a link. */
const MARKDOWN_ACTIONS: MarkdownActions = {
  onLink: (address, text) => void askToOpenLink(address, text),
  copyCode: (text) => void copyAndSay(text),
};
