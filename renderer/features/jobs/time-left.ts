import type { Job } from '../../../shared/contract/jobs.ts';
import { formatDuration } from '../../core/ui/format.ts';

/** Such as "sends in 0:24" or "8 s left", or the elapsed time. @param now Unix ms */
export function timeLeft(job: Job, now: number): string {
  const { state, startsAt, submittedAt, createdAt, expectedAt, typicalMilliseconds } = job;
  if (state === 'waiting') {
    return startsAt === undefined ? '' : `sends ${describeStart(startsAt, now)}`;
  }
  const since = submittedAt ?? createdAt;
  const usual = typicalMilliseconds === undefined ? undefined : since + typicalMilliseconds;
  const end = expectedAt ?? usual;
  if (end !== undefined && end - now >= 1000) return `${formatLeft(end - now)} left`;
  return formatDuration(Math.max(0, now - since));
}

/** "now", "in 0:24" */
export function describeStart(startsAt: number, now: number): string {
  const seconds = Math.ceil((startsAt - now) / 1000);
  if (seconds <= 0) return 'now';
  return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whole seconds, as it is an estimate. */
function formatLeft(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
