/** Orders on tasks and groups, with a sentence about what came of them. */
import type { CancelledMany, Job, JobGroup } from '../../../../shared/contract/jobs.ts';
import { backend } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { count } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { say } from '../../../base/ui/say.ts';
import { sayWithAction } from '../../../base/ui/say-with-action.tsx';

/** Tasks, and whole groups. */
export interface Chosen {
  readonly jobs: readonly Job[];
  readonly groups: readonly JobGroup[];
}

function attempt(action: () => Promise<unknown>): void {
  action().catch((thrown: unknown) => say(readError(thrown).message));
}

/** The orders that the backend takes for these: one for all tasks, one for each group. */
function selectionsOf({ jobs, groups }: Chosen) {
  return [
    ...portions(jobs.map(({ id }) => id)).map((jobIds) => ({ jobIds })),
    ...groups.map(({ id }) => ({ groupId: id })),
  ];
}

/** @param also `sent`: those that have left, too; they may still be charged */
export function cancel(chosen: Chosen, also?: 'sent'): void {
  attempt(async () => {
    const outcomes = await Promise.all(
      selectionsOf(chosen).map((selection) =>
        backend.jobs.cancelMany({ ...selection, ...(also === undefined ? {} : { also }) }),
      ),
    );
    say(cancelledWords(outcomes));
  });
}

/** "3 cancelled. $0.12 saved." */
export function cancelledWords(outcomes: readonly CancelledMany[]): string {
  const cancelled = outcomes.reduce((sum, outcome) => sum + outcome.cancelled, 0);
  if (cancelled === 0) return 'Nothing was waiting.';
  const saved = outcomes.reduce<number | undefined>(
    (sum, outcome) =>
      sum === undefined || outcome.saved === undefined ? undefined : sum + outcome.saved,
    0,
  );
  const words = `${cancelled} cancelled.`;
  return saved === undefined || saved === 0 ? words : `${words} ${formatMoney(saved)} saved.`;
}

/** Takes ended tasks out of the list; a sentence offers to take that back. */
export function remove(chosen: Chosen): void {
  attempt(async () => {
    const answers = await Promise.all(
      selectionsOf(chosen).map((selection) => backend.jobs.remove(selection)),
    );
    const jobIds = answers.flat();
    if (jobIds.length === 0) {
      say('Running tasks stay in the list. Stop them first.');
      return;
    }
    lastRemoved = jobIds;
    sayWithAction(`${count(jobIds.length, 'task')} removed.`, { label: 'Undo', run: undoRemove });
  });
}

/** The tasks of the last removal, for its undo. */
let lastRemoved: readonly string[] = [];

export function canUndoRemove(): boolean {
  return lastRemoved.length > 0;
}

/** Brings back what was removed last. */
export function undoRemove(): void {
  const jobIds = [...lastRemoved];
  lastRemoved = [];
  if (jobIds.length > 0) attempt(() => restoreAll(jobIds));
}

/** Tasks that one order takes. */
const MOST_AT_ONCE = 500;

async function restoreAll(jobIds: readonly string[]): Promise<void> {
  for (const portion of portions(jobIds)) await backend.jobs.restore({ jobIds: portion });
}

/** As many ids as one order takes. */
function portions(jobIds: readonly string[]): readonly (readonly string[])[] {
  const number = Math.ceil(jobIds.length / MOST_AT_ONCE);
  return Array.from({ length: number }, (_, index) =>
    jobIds.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}

export function rate(jobs: readonly Job[], stars: number): void {
  attempt(() => Promise.all(jobs.map(({ id }) => backend.jobs.rate({ jobId: id, stars }))));
}

/** Puts a waiting task before another one; without one, at the end. */
export function reorder(jobId: string, beforeJobId: string | undefined): void {
  const before = beforeJobId === undefined ? {} : { beforeJobId };
  attempt(() => backend.jobs.reorder({ jobId, ...before }));
}

export function lookAgain(jobs: readonly Job[]): void {
  attempt(() => Promise.all(jobs.map(({ id }) => backend.jobs.lookAgain({ jobId: id }))));
}

/** Sends them again; each is a new call. */
export function runAgain(jobs: readonly Job[]): void {
  attempt(async () => {
    for (const { id } of jobs) {
      const again = await backend.jobs.runAgain({ jobId: id });
      if (again.jobId !== id) await backend.jobs.acknowledge({ jobId: id });
    }
  });
}

/** True for a task that can be sent again: it ended without a result. */
export function canRunAgain({ state, kind }: Job): boolean {
  const isUnfinished = ['failed', 'unknown', 'expired', 'cancelled'].includes(state);
  return isUnfinished && kind !== 'watch';
}

export function copyTaskIds(jobs: readonly Job[]): void {
  const ids = jobs.flatMap(({ taskId }) => taskId ?? []);
  attempt(async () => {
    await navigator.clipboard.writeText(ids.join('\n'));
    say(ids.length === 1 ? 'Task ID copied.' : `${count(ids.length, 'task ID')} copied.`);
  });
}
