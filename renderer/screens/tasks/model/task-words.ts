import type { GroupKind, Job, JobGroup, SweepAxis } from '../../../../shared/contract/jobs.ts';
import { describeJob, kindTitle } from '../../../features/jobs/job-words.ts';

const KINDS: Readonly<Record<GroupKind, string>> = { run: 'Run', sweep: 'Sweep', recipe: 'Recipe' };

const AXES: Readonly<Record<SweepAxis, string>> = {
  seed: 'seed',
  motion: 'motion',
  noise: 'noise',
};

export function groupTitle({ kind, jobKind, axis }: JobGroup): string {
  if (kind === 'recipe') return KINDS.recipe; // its jobs are of several kinds
  const title = `${kindTitle(jobKind)} ${KINDS[kind].toLowerCase()}`;
  return axis === undefined ? title : `${title} by ${AXES[axis]}`;
}

export function countsInWords({ counts }: Pick<JobGroup, 'counts'>): string {
  const rest = [
    [counts.failed, 'failed'],
    [counts.cancelled, 'stopped'],
    [counts.running, 'running'],
    [counts.waiting, 'waiting'],
  ] as const;
  return [
    `${counts.done} of ${counts.total} done`,
    ...rest.flatMap(([number, word]) => (number === 0 ? [] : [`${number} ${word}`])),
  ].join(', ');
}

export function canPrepareAgain({ state, kind }: Job): boolean {
  const isUnfinished = ['failed', 'unknown', 'expired', 'cancelled'].includes(state);
  return isUnfinished && kind !== 'watch';
}

export function endTime(job: Job): string | undefined {
  if (job.isLate) return 'Done after Stop';
  const words = describeJob(job);
  return words === 'Done' ? undefined : words;
}

export function isBadEnd({ state }: Pick<Job, 'state'>): boolean {
  return state === 'failed' || state === 'unknown' || state === 'expired';
}
