/** Writes messages of an answer down a few times a second, and keeps them as a whole. */
import type { LanguageMessage } from '../../../shared/contract/language.ts';
import type { LanguageEvent } from '../service/index.ts';
import { EventJoiner } from './event-joiner.ts';
import type { RunStore } from './run-store.ts';

/** Arrived text is written down at least this often, ms. */
const JOURNAL_INTERVAL = 250;

/** See the file comment. */
export interface RunJournal {
  add(message: LanguageMessage): void;
  whole(): readonly LanguageEvent[];
  /** The last pieces, whose message comes with the end. Nothing is written from here on. */
  finish(pieces: readonly LanguageEvent[]): void;
}

export function createRunJournal(store: Pick<RunStore, 'append'>, runId: string): RunJournal {
  const whole = new EventJoiner();
  const waiting = new EventJoiner();
  let sequence = 0;
  let writtenAt = performance.now();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.isEmpty()) return;
    store.append(runId, sequence++, waiting.take());
    writtenAt = performance.now();
  };
  return {
    whole: () => whole.events(),
    finish(pieces) {
      for (const event of pieces) whole.add(event);
      isOver = true;
      clearTimeout(timer);
    },
    add({ events }) {
      if (isOver) return;
      for (const event of events) {
        whole.add(event);
        waiting.add(event);
      }
      const rest = JOURNAL_INTERVAL - (performance.now() - writtenAt);
      if (rest <= 0) flush();
      // a stream that stalls: the end of its text is written down all the same
      else timer ??= setTimeout(flush, rest).unref();
    },
  };
}
