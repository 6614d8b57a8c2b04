/** State that outlives the screen, so that filter, selection and open groups survive. */
import { createStore } from 'zustand/vanilla';
import { NO_TASK_FILTER, type TaskFilter } from '../model/task-filter.ts';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';

export interface TaskState {
  readonly list: 'tasks' | 'answers';
  readonly filter: TaskFilter;
  readonly selection: Selection<string>;
  readonly open: ReadonlySet<string>;
  /** "Run again" waits for this task until `Mod+Enter` or its button sends it. */
  readonly preparedId: string | undefined;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore() {
  return createStore<TaskState>(() => ({
    list: 'tasks',
    filter: NO_TASK_FILTER,
    selection: NOTHING_SELECTED,
    open: new Set(),
    preparedId: undefined,
  }));
}
