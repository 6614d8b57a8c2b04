import type { Job } from '../../../../shared/contract/jobs.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { createUndo } from '../../../core/backend/undo.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { chunkJobs, removedUntilError } from '../../../features/jobs/chunk-jobs.ts';
import { NOTHING_SELECTED, type Selection, selectOnly } from '../../../features/rows/selection.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import { cancelledWords, copiedWords, removedWords } from '../../../features/runs/run-words.ts';
import type { Chosen } from '../model/chosen.ts';
import { NO_TASK_FILTER, type TaskFilter } from '../model/task-filter.ts';
import { create } from 'zustand';

interface TaskState {
  readonly list: 'tasks' | 'answers';
  readonly filter: TaskFilter;
  readonly selection: Selection<string>;
  readonly open: ReadonlySet<string>;
  /** "Run again" waits for this task until `Mod+Enter` or its button sends it. */
  readonly preparedId: string | undefined;
}

type TaskStore = ReturnType<typeof createTaskStore>;

/** State that outlives the screen, so that filter, selection and open groups survive. */
export function createTaskStore() {
  return create<TaskState>(() => ({
    list: 'tasks',
    filter: NO_TASK_FILTER,
    selection: NOTHING_SELECTED,
    open: new Set(),
    preparedId: undefined,
  }));
}

interface TaskDeps extends Omit<RunDeps, 'backend'> {
  readonly backend: Pick<BackendClient, 'jobs'>;
  readonly store: TaskStore;
  readonly copy: (text: string) => Promise<void>;
}

/** Methods never reject: errors and outcomes are shown as messages. */
export function createTaskSession({ backend, store, say, sayUndo, copy }: TaskDeps) {
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      say(readError(thrown).message);
    }
  }

  const undo = createUndo({ attempt, sayUndo });

  /** Drops what was prepared for the previous selection. */
  function select(selection: Selection<string>): void {
    store.setState(({ preparedId }) => ({
      selection,
      preparedId: preparedId === selection.focus?.key ? preparedId : undefined,
    }));
  }

  return {
    attempt,
    setFilter: (change: Partial<TaskFilter>): void =>
      store.setState(({ filter }) => ({ filter: { ...filter, ...change } })),
    select,
    showTask(jobId: string): void {
      store.setState({ list: 'tasks', filter: { ...NO_TASK_FILTER, isGrouped: false } });
      // its index is found when it is loaded
      select(selectOnly({ key: jobId, index: 0 }));
    },
    toggleOpen: (groupId: string): void =>
      store.setState(({ open }) => {
        const next = new Set(open);
        if (!next.delete(groupId)) next.add(groupId);
        return { open: next };
      }),
    /** @param also `sent` includes calls that have left, which may still be charged */
    cancel: (chosen: Chosen, also?: 'sent'): Promise<void> =>
      attempt(async () => {
        const more = also === undefined ? {} : { also };
        const outcomes = await Promise.all(
          selectionsOf(chosen).map((selection) =>
            backend.jobs.cancelMany({ ...selection, ...more }),
          ),
        );
        say(cancelledWords(outcomes, 'task'));
      }),
    remove: (chosen: Chosen): Promise<void> =>
      attempt(async () => {
        const errors: unknown[] = [];
        const jobIds = await removedUntilError(
          selectionsOf(chosen),
          (selection) => backend.jobs.remove(selection),
          (thrown) => errors.push(thrown),
        );
        if (errors.length > 0) say(readError(errors[0]).message);
        if (jobIds.length === 0) {
          if (errors.length > 0) return;
          say('Running tasks stay in the list. Stop them first.');
          return;
        }
        undo.offer(removedWords(jobIds.length, 'task'), async () => {
          for (const some of chunkJobs(jobIds)) await backend.jobs.restore({ jobIds: some });
        });
      }),
    canUndoRemove: undo.canUndo,
    undoRemove: undo.undoLast,
    rate: (jobs: readonly Job[], stars: number): Promise<void> =>
      attempt(() => Promise.all(jobs.map(({ id }) => backend.jobs.rate({ jobId: id, stars })))),
    pollAgain: (jobs: readonly Job[]): Promise<void> =>
      attempt(() => Promise.all(jobs.map(({ id }) => backend.jobs.pollAgain({ jobId: id })))),
    /** Each task is a new paid call. */
    runAgain: (jobs: readonly Job[]): Promise<void> =>
      attempt(async () => {
        for (const { id } of jobs) {
          const again = await backend.jobs.runAgain({ jobId: id });
          if (again.jobId !== id) await backend.jobs.acknowledge({ jobId: id });
        }
      }),
    copyTaskIds: (jobs: readonly Job[]): Promise<void> =>
      attempt(async () => {
        const ids = jobs.flatMap(({ taskId }) => taskId ?? []);
        await copy(ids.join('\n'));
        say(copiedWords(ids.length, 'task ID'));
      }),
  };
}

/** Makes one command for all single tasks, and one for each group. */
function selectionsOf({ jobs, groups }: Chosen) {
  return [
    ...chunkJobs(jobs.map(({ id }) => id)).map((jobIds) => ({ jobIds })),
    ...groups.map(({ id }) => ({ groupId: id })),
  ];
}
