import { Button, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnswerRun } from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { textOfEvents } from '../../../../../shared/language/answer-events.ts';
import { GrowingSplit } from '../../../../../shared/language/thought-tags.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { describeSpeed } from '../../answers/answer-words.ts';
import { NOT_WAITING, waitingAfter, waitWords, type Waiting } from '../../answers/wait-words.ts';
import { useChat, useChatSession } from '../session/index.ts';
import classes from '../Chat.module.css';

/** Ms between updates: faster ones cannot be read. */
const REFRESHED = 500;

/** Minimum number of pieces for a speed. */
const FEW = 5;

export function WritingLine({ run }: { readonly run: AnswerRun }) {
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
          onClick={() => void session.stop(run.id)}
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
