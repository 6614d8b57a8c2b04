/** Predicts when clips are sent: the service limits calls a minute, later ones wait. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';

/** Ms. */
const WINDOW = 60_000;

/**
 * Returns when each of the next clips leaves, behind those that wait already.
 * @param perMinute clips that may leave within a minute
 * @returns ms since 1970, the first one first; `now` if there is room
 */
export function nextSendTimes(
  jobs: Iterable<Job>,
  connectionId: string,
  perMinute: number,
  count: number,
  now: number,
): readonly number[] {
  const times: number[] = [];
  for (const job of jobs) {
    if (job.kind !== 'video' || job.connectionId !== connectionId) continue;
    if (job.submittedAt !== undefined) times.push(Math.min(job.submittedAt, now));
    else if (!isFinalJobState(job.state)) times.push(Math.max(now, job.startsAt ?? now));
  }
  times.sort((a, b) => a - b);
  const starts: number[] = [];
  for (let index = 0; index < count; index++) {
    const oldest = times.at(-perMinute);
    const isFree = times.length < perMinute || oldest === undefined;
    const start = Math.max(now, times.at(-1) ?? now, isFree ? now : oldest + WINDOW);
    starts.push(start);
    times.push(start);
  }
  return starts;
}
