/** Stores each message before a window gets it, so that everything shown survives a crash. */
import type { LanguageMessage } from '../../../shared/contract/language.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { EventJoiner } from './event-joiner.ts';
import type { LanguageRunStore } from './run-store.ts';

export const JOURNAL = {
  /** Longest time before text is flushed to disk, ms. */
  flushedWithin: 250,
  /** First delay after a refusal, ms, doubled each time. */
  firstWait: 250,
  longestWait: 4000,
  /** Most unwritten characters; beyond it, the answer is ended. */
  mostWaiting: 1_000_000,
} as const;

export type RunJournal = ReturnType<typeof createRunJournal>;

/** @param deps.onRefused called once if too much is unwritten */
export function createRunJournal(deps: {
  readonly store: Pick<LanguageRunStore, 'append'>;
  readonly runId: string;
  readonly flush: () => Promise<void>;
  readonly onRefused: (error: unknown) => void;
  readonly log: (line: string) => void;
}) {
  const { store, runId, log } = deps;
  const whole = new EventJoiner();
  const waiting = new EventJoiner();
  let sequence = 0;
  let failures = 0;
  let latest: unknown;
  let isGivenUp = false;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  let flushing: NodeJS.Timeout | undefined;

  function write(): void {
    try {
      store.append(runId, sequence, waiting.events());
    } catch (error) {
      refused(error);
      return;
    }
    sequence += 1;
    failures = 0;
    waiting.take();
    flushing ??= setTimeout(flushNow, JOURNAL.flushedWithin).unref();
  }

  function refused(error: unknown): void {
    if (failures === 0) log(`answer ${runId}: not saved yet: ${toAppError(error).message}`);
    failures += 1;
    latest = error;
    const wait = Math.min(JOURNAL.longestWait, JOURNAL.firstWait * 2 ** (failures - 1));
    retry = setTimeout(write, wait).unref();
  }

  function flushNow(): void {
    flushing = undefined;
    deps.flush().catch((error: unknown) => {
      log(`answer ${runId}: not flushed: ${toAppError(error).message}`); // Tried again with the next chunk.
    });
  }

  return {
    whole: (): readonly LanguageEvent[] => whole.events(),
    /** The message of the last chunks comes with the end. Writes nothing afterwards. */
    finish(pieces: readonly LanguageEvent[]): void {
      for (const event of pieces) whole.add(event);
      isOver = true;
      clearTimeout(retry);
      clearTimeout(flushing);
    },
    /** Never throws. */
    add({ events }: LanguageMessage): void {
      if (isOver || events.length === 0) return;
      for (const event of events) {
        whole.add(event);
        waiting.add(event);
      }
      if (failures === 0) write();
      else if (waiting.characters() > JOURNAL.mostWaiting && !isGivenUp) {
        isGivenUp = true;
        deps.onRefused(latest);
      }
    },
  };
}
