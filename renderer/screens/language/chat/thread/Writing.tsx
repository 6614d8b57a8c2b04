/** An answer that is being written: how fast it comes, and its stop. */
import { Button, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AnswerRun } from '../../../../../shared/contract/language.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { answers } from '../../../../texts/answers/index.ts';
import { ErrorNotice } from '../../../../base/ui/ErrorNotice.tsx';
import { describeSpeed } from '../../answers/answer-words.ts';
import { useChatSession } from '../session/index.ts';
import classes from './Thread.module.css';

/** The figure changes this often, ms; faster, nobody can read it. */
const REFRESHED = 500;

/** Fewer pieces say nothing about the speed. */
const FEW = 5;

export function Writing({ run }: { readonly run: AnswerRun }) {
  const session = useChatSession();
  const { speed, hasText, error } = useLive(run.id);
  return (
    <>
      <div className={classes['writing']} role="status">
        <Text span size="xs" c="dimmed">
          {hasText ? 'Writing' : 'Waiting for the first word'}
          {speed !== undefined && (
            // it changes all the time: it is not read aloud
            <span aria-hidden>{` · ${describeSpeed({ perSecond: speed, isAbout: true })}`}</span>
          )}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-label="Stop this answer"
          leftSection={<IconPlayerStopFilled size={12} />}
          onClick={() => void session.stop(run.id)}
        >
          Stop
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}

/** Counts pieces, which are about one token each. */
function useLive(runId: string) {
  const [live, setLive] = useState<{
    readonly speed: number | undefined;
    readonly hasText: boolean;
    readonly error: AppError | undefined;
  }>({ speed: undefined, hasText: false, error: undefined });
  useEffect(() => {
    let first: { readonly at: number; readonly pieces: number } | undefined;
    let pieces = 0;
    const stop = answers.follow(runId, {
      take({ events }) {
        for (const event of events) if (event.is === 'text') pieces += event.pieces;
        if (pieces === 0 || first !== undefined) return;
        first = { at: performance.now(), pieces };
        setLive((now) => ({ ...now, hasText: true }));
      },
      told: (error) => setLive((now) => ({ ...now, error })),
    });
    const timer = setInterval(() => {
      const seconds = first === undefined ? 0 : (performance.now() - first.at) / 1000;
      const speed =
        first === undefined || seconds < 0.4 || pieces - first.pieces < FEW
          ? undefined
          : (pieces - first.pieces) / seconds;
      setLive((now) => (now.speed === speed ? now : { ...now, speed }));
    }, REFRESHED);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [runId]);
  return live;
}
