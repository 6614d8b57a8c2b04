/** A run as a line of a list. Pure. */
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { formatTime } from '../../base/ui/format.ts';
import { formatMoney } from '../../base/ui/money.ts';
import { describeJob } from '../jobs/job-words.ts';

/** "14:05 · $0.10"; while it goes on, or where it brought nothing, how it stands. @param fraction 0 to 1 */
export function describeRun(job: Job, fraction: number | undefined): string {
  if (job.state === 'done') return whenAndCost(job);
  const isOver = isFinalJobState(job.state);
  const percent = isOver || fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
  return describeJob(job) + percent;
}

/** "14:05 · $0.10" */
export function whenAndCost({ createdAt, price, isPractice, isLate }: Job): string {
  const cost = price === undefined || price === 0 || isPractice ? [] : [formatMoney(price)];
  return [formatTime(createdAt), ...cost, ...(isLate ? ['after cancel'] : [])].join(' · ');
}
