/** Reads missing bills at once, and every 15 minutes those that may have changed. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SpendRead, SpendReadEvent } from '../../../../shared/contract/spend.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { backend, queries } from '../../../core/backend/client.ts';
import { say } from '../../../core/ui/say.ts';
import { describeChange } from '../model/change-words.ts';
import { readError } from '../../../core/backend/read-error.ts';

/** Ms. */
const AGAIN_AFTER = 15 * 60_000;
const LOOK_EVERY = 30_000;

export interface BillSync {
  readonly isReading: boolean;
  readonly answered: number;
  readonly of: number;
  /** Ms since 1970. */
  readonly waitsUntil: number | undefined;
  readonly failed: ReadonlyMap<string, AppErrorData>;
  readonly error: AppErrorData | undefined;
}

const IDLE: BillSync = {
  isReading: false,
  answered: 0,
  of: 0,
  waitsUntil: undefined,
  failed: new Map(),
  error: undefined,
};

function withEvent(sync: BillSync, event: SpendReadEvent): BillSync {
  if (event.kind === 'ended') return { ...sync, isReading: false, waitsUntil: undefined };
  const { category, state, answered, of, until, error } = event;
  const failed = new Map(sync.failed);
  if (state === 'failed' && error !== undefined) failed.set(category, error);
  else failed.delete(category);
  return {
    isReading: true,
    answered,
    of,
    waitsUntil: state === 'waiting' ? until : undefined,
    failed,
    error: undefined,
  };
}

/** @param wanted the same object until something else is wanted; `undefined` reads nothing */
export function useBillSync(wanted: SpendRead | undefined): BillSync & {
  readonly readAgain: () => void;
} {
  const client = useQueryClient();
  const [sync, setSync] = useState(IDLE);
  const [turn, setTurn] = useState({ number: 0, isForced: false });
  /** The last turn that has ended: later reads are not forced by it. */
  const ended = useRef<number>(undefined);

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const controller = new AbortController();
    const isForced = turn.isForced && ended.current !== turn.number;
    const read = async (): Promise<void> => {
      setSync((before) => ({ ...IDLE, failed: before.failed, isReading: true }));
      void client.invalidateQueries({ queryKey: queries.spendForecast.key() });
      void client.invalidateQueries({ queryKey: queries.attribution.key() });
      try {
        const input = { ...wanted, isForced };
        for await (const event of await backend.spend.read(input, { signal: controller.signal })) {
          if (controller.signal.aborted) return;
          setSync((before) => withEvent(before, event));
          const isNews = event.kind === 'category' && event.state === 'done';
          if (isNews) {
            void client.invalidateQueries({ queryKey: queries.spend.key() });
            void client.invalidateQueries({ queryKey: queries.attribution.key() });
          }
          if (event.kind === 'ended') {
            ended.current = turn.number;
            if (isForced) say(describeChange(event.changed));
            void client.invalidateQueries({ queryKey: queries.spendForecast.key() });
          }
        }
      } catch (thrown) {
        if (controller.signal.aborted) return;
        setSync({ ...IDLE, error: readError(thrown).toData() });
      }
    };
    void read();
    const begun = Date.now();
    // by the clock, because a long timer stands still while the computer sleeps
    const timer = setInterval(() => {
      if (Math.abs(Date.now() - begun) < AGAIN_AFTER) return;
      setTurn(({ number }) => ({ number: number + 1, isForced: false }));
    }, LOOK_EVERY);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client, wanted, turn]);

  const readAgain = useCallback(
    () => setTurn(({ number }) => ({ number: number + 1, isForced: true })),
    [],
  );
  return { ...sync, readAgain };
}
