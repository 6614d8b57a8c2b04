/** The list of training files as a test sees it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  TrainingFile,
  TrainingState,
  TrainingSummary,
  TrainingView,
} from '../../shared/contract/training.ts';
import type { BackendFixture } from './backend-fixture.ts';

/** All rows, the last added first. */
export const WHOLE_LIST: TrainingView = { filter: 'all', search: '', sort: 'added' };

/** All rows of a view, by their names. */
export async function rowsOf(
  fixture: BackendFixture,
  view: TrainingView = WHOLE_LIST,
): Promise<readonly TrainingFile[]> {
  return (await fixture.client().training.list({ view, offset: 0, limit: 200 })).rows;
}

/** Between two looks at the counters, ms: the stream itself tells them five times a second. */
const LOOK_AGAIN = 10;

/** Waits for counters that satisfy a condition. */
export async function untilSummary(
  fixture: BackendFixture,
  isReached: (summary: TrainingSummary) => boolean,
): Promise<TrainingSummary> {
  for (;;) {
    for await (const summary of await fixture.client().training.changes()) {
      if (isReached(summary)) return summary;
      break; // a new stream begins with the counters of its moment
    }
    await sleep(LOOK_AGAIN);
  }
}

/** Waits until no file is in one of these states. */
export function untilNone(
  fixture: BackendFixture,
  ...states: readonly TrainingState[]
): Promise<TrainingSummary> {
  return untilSummary(fixture, ({ counts }) => states.every((state) => counts[state] === 0));
}
