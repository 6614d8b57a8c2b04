/**
 * Writes messages of an answer down as they come, and keeps them as a whole. A message is in the library
 * before a window gets it, so that whatever was on the screen outlives the end of this process; a few
 * times a second it is flushed, too, so that a power cut costs no more than a moment. What the disk does not
 * take is kept and tried again.
 */
import type { LanguageMessage } from '../../../shared/contract/language.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import type { LanguageEvent } from '../service/index.ts';
import { EventJoiner } from './event-joiner.ts';
import type { RunStore } from './run-store.ts';

/** Numbers of this module. */
export const JOURNAL = {
  /** Arrived text is flushed to the disk within this time, ms. */
  flushedWithin: 250,
  /** Before what the disk refused is tried again, ms; doubled each time. */
  firstWait: 250,
  longestWait: 4000,
  /** Characters that wait for a disk that takes nothing; with more, the answer is ended. */
  mostWaiting: 1_000_000,
} as const;

export interface RunJournal {
  /** Never throws. */
  add(message: LanguageMessage): void;
  whole(): readonly LanguageEvent[];
  /** The last pieces, whose message comes with the end. Nothing is written from here on. */
  finish(pieces: readonly LanguageEvent[]): void;
}

/**
 * @param parts.flush resolves when everything that was written is on the disk
 * @param parts.onRefused too much waits for a disk that takes nothing; called at most once
 */
export function createRunJournal(parts: {
  readonly store: Pick<RunStore, 'append'>;
  readonly runId: string;
  readonly flush: () => Promise<void>;
  readonly onRefused: (error: unknown) => void;
  readonly log: (line: string) => void;
}): RunJournal {
  const { store, runId, log } = parts;
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
    parts.flush().catch((error: unknown) => {
      log(`answer ${runId}: not flushed: ${toAppError(error).message}`); // with the next piece again
    });
  }

  return {
    whole: () => whole.events(),
    finish(pieces) {
      for (const event of pieces) whole.add(event);
      isOver = true;
      clearTimeout(retry);
      clearTimeout(flushing);
    },
    add({ events }) {
      if (isOver || events.length === 0) return;
      for (const event of events) {
        whole.add(event);
        waiting.add(event);
      }
      if (failures === 0) write();
      else if (waiting.characters() > JOURNAL.mostWaiting && !isGivenUp) {
        isGivenUp = true;
        parts.onRefused(latest);
      }
    },
  };
}
