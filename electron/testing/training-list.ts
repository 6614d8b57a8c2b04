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

export async function rowsOf(
  fixture: BackendFixture,
  view: TrainingView = WHOLE_LIST,
): Promise<readonly TrainingFile[]> {
  return (await fixture.client().training.list({ view, offset: 0, limit: 200 })).rows;
}

/** Interval between two reads of the counters, ms. */
const READ_AGAIN = 10;

export async function untilSummary(
  fixture: BackendFixture,
  isReached: (summary: TrainingSummary) => boolean,
): Promise<TrainingSummary> {
  for (;;) {
    const summary = await fixture.client().training.summary();
    if (isReached(summary)) return summary;
    await sleep(READ_AGAIN);
  }
}

export function untilNone(
  fixture: BackendFixture,
  ...states: readonly TrainingState[]
): Promise<TrainingSummary> {
  return untilSummary(fixture, ({ counts }) => states.every((state) => counts[state] === 0));
}
