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
}

export function createRunJournal(store: Pick<RunStore, 'append'>, runId: string): RunJournal {
  const whole = new EventJoiner();
  const waiting = new EventJoiner();
  let sequence = 0;
  let writtenAt = performance.now();
  const flush = () => {
    if (waiting.isEmpty()) return;
    store.append(runId, sequence++, waiting.take());
    writtenAt = performance.now();
  };
  return {
    whole: () => whole.events(),
    add({ events }) {
      for (const event of events) {
        whole.add(event);
        waiting.add(event);
      }
      if (performance.now() - writtenAt >= JOURNAL_INTERVAL) flush();
    },
  };
}
