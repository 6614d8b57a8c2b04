import type { Job, JobGroup } from '../../../../shared/contract/jobs.ts';
import type { TaskRow } from './task-rows.ts';

export interface Chosen {
  readonly jobs: readonly Job[];
  readonly groups: readonly JobGroup[];
}

/** A task within a chosen group counts with the group. */
export function chosenOf(rows: readonly TaskRow[]): Chosen {
  const groups = rows.flatMap((row) => (row.kind === 'group' ? [row.group] : []));
  const ids = new Set(groups.map(({ id }) => id));
  const jobs = rows.flatMap((row) =>
    row.kind === 'job' && !ids.has(row.groupId ?? '') ? [row.job] : [],
  );
  return { jobs, groups };
}
