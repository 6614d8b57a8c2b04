/** The cost of sending again, by the prices of the connection that would be used. */
import type { Job } from '../../../shared/contract/jobs.ts';
import { useActivePrices } from '../../core/backend/prices.ts';
import { runJobAgainLabel, type CallsAhead } from './job-words.ts';

export function useCallsAhead(kind: Job['kind'], calls: number): CallsAhead {
  const { isPractice, of } = useActivePrices();
  const price = kind === 'watch' ? null : of(kind);
  return { calls, cost: price === null ? undefined : calls * price, isPractice };
}

/** For the button that sends an ended job again. */
export function useRunAgainLabel(job: Job): string {
  return runJobAgainLabel(job, useCallsAhead(job.kind, 1));
}
