/** Times at which clips would leave: the service limits the calls in a minute, later ones wait. Pure. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';

/** The rate is counted over a minute, ms. */
const WINDOW = 60_000;

/**
 * When each of the next clips would leave, behind those that wait already.
 *
 * @param perMinute clips that may leave within a minute
 * @returns Unix ms, the first one first; `now` where there is room
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
