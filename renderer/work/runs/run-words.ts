/** A run as a line of a list, and sentences about orders on several. Pure. */
import { isFinalJobState, type CancelledMany, type Job } from '../../../shared/contract/jobs.ts';
import { count, formatTime } from '../../base/ui/format.ts';
import { formatMoney } from '../../base/ui/money.ts';
import { describeJob } from '../jobs/job-words.ts';

/** "14:05, $0.10"; while it goes on, or where it brought nothing, how it stands. @param fraction 0 to 1 */
export function describeRun(job: Job, fraction: number | undefined): string {
  if (job.state === 'done') return whenAndCost(job);
  const isOver = isFinalJobState(job.state);
  const percent = isOver || fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
  return describeJob(job) + percent;
}

/** "14:05, $0.10" */
export function whenAndCost({ createdAt, price, isPractice, isLate }: Job): string {
  const cost = price === undefined || price === 0 || isPractice ? [] : [formatMoney(price)];
  return [formatTime(createdAt), ...cost, ...(isLate ? ['after cancel'] : [])].join(', ');
}

/** "Cancelled 3 clips. You save $0.12." @param outcomes of one order or several */
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
