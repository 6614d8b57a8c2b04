import type { CancelledMany, Job } from '../../../shared/contract/jobs.ts';
import { count, formatDuration, formatTime } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';
import { describeJob, jobDuration } from '../jobs/job-words.ts';

/** Such as "14:05, 4.1 s, $0.10". */
export function whenAndCost(job: Job): string {
  const { createdAt, price, isPractice, isLate } = job;
  const duration = jobDuration(job);
  return [
    formatTime(createdAt),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(price === undefined || price === 0 || isPractice ? [] : [formatMoney(price)]),
    ...(isLate ? ['after cancel'] : []),
  ].join(', ');
}

/** Such as "Cancelled 3 clips. You save $0.12." @param outcomes of one action or several */
export function cancelledWords(outcomes: readonly CancelledMany[], noun: string): string {
  const cancelled = outcomes.reduce((sum, outcome) => sum + outcome.cancelled, 0);
  if (cancelled === 0) return 'Too late to cancel: already sent.';
  const saved = outcomes.reduce<number | undefined>(
    (sum, outcome) =>
      sum === undefined || outcome.saved === undefined ? undefined : sum + outcome.saved,
    0,
  );
  const sum = saved === undefined || saved === 0 ? '' : ` You save ${formatMoney(saved)}.`;
  return `Cancelled ${count(cancelled, noun)}.${sum}`;
}

/** "Removed 3 clips." */
export function removedWords(removed: number, noun: string): string {
  return `Removed ${count(removed, noun)}.`;
}

/** "Copied 3 asset IDs." */
export function copiedWords(copied: number, noun: string): string {
  return `Copied ${count(copied, noun)}.`;
}

/** Such as "Failed, not charged", as far as that is known. */
export function failureWords(job: Job): string {
  if (job.state !== 'failed' || job.isPractice || job.submittedAt !== undefined) {
    return describeJob(job);
  }
  return 'Failed, not charged';
}
