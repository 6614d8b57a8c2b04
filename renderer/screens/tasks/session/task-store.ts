/** The plain state of the Tasks screen: filter, selection and open groups outlive a look at another screen. */
import { createStore } from 'zustand/vanilla';
import { NO_FILTER, type TaskFilter } from '../model/task-filter.ts';
import { NOTHING_SELECTED, type Selection } from '../../../work/rows/selection.ts';

export interface TaskState {
  /** Jobs, or answers of language models. */
  readonly list: 'tasks' | 'answers';
  readonly filter: TaskFilter;
  readonly selection: Selection<string>;
  /** Ids of groups whose tasks are shown. */
  readonly open: ReadonlySet<string>;
  /** The task that "Run again" is prepared for; sent by `Mod+Enter` or its button. */
  readonly preparedId: string | undefined;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore() {
  return createStore<TaskState>(() => ({
    list: 'tasks',
    filter: NO_FILTER,
    selection: NOTHING_SELECTED,
    open: new Set(),
    preparedId: undefined,
  }));
}
