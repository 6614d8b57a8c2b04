/** The list as the user left it: filter, selection and open groups outlive a look at another screen. */
import { create } from 'zustand';
import { NO_FILTER, type TaskFilter } from '../model/task-filter.ts';
import { NOTHING_SELECTED, only, type Selection } from '../../../work/rows/selection.ts';

interface TaskListState {
  /** Jobs, or answers of language models. */
  readonly list: 'tasks' | 'answers';
  readonly filter: TaskFilter;
  readonly selection: Selection<string>;
  /** Ids of groups whose tasks are shown. */
  readonly open: ReadonlySet<string>;
  /** The task that "Run again" is prepared for; sent by `Mod+Enter` or its button. */
  readonly preparedId: string | undefined;
}

export const useTaskList = create<TaskListState>(() => ({
  list: 'tasks',
  filter: NO_FILTER,
  selection: NOTHING_SELECTED,
  open: new Set(),
  preparedId: undefined,
}));

export function setFilter(change: Partial<TaskFilter>): void {
  useTaskList.setState(({ filter }) => ({ filter: { ...filter, ...change } }));
}

/** Another selection; what was prepared for the one before is not sent. */
export function select(selection: Selection<string>): void {
  useTaskList.setState(({ preparedId }) => ({
    selection,
    preparedId: preparedId === selection.focus?.key ? preparedId : undefined,
  }));
}

/** Selects a task, whatever was filtered or shown before. */
export function showTask(jobId: string): void {
  useTaskList.setState({ list: 'tasks', filter: { ...NO_FILTER, isGrouped: false } });
  // its place is found when it is loaded
  select(only({ key: jobId, index: 0 }));
}

export function toggleOpen(groupId: string): void {
  useTaskList.setState(({ open }) => {
    const next = new Set(open);
    if (!next.delete(groupId)) next.add(groupId);
    return { open: next };
  });
}

export function prepare(jobId: string | undefined): void {
  useTaskList.setState({ preparedId: jobId });
}
