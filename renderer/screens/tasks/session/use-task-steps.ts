/** Select all and End read the list to its end. */
import { useLoadedSteps } from '../../../features/rows/use-loaded-steps.ts';
import type { Selection } from '../../../features/rows/selection.ts';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import type { TaskRow } from '../model/task-rows.ts';
import { useTaskSession, useTasksState } from './use-tasks.ts';
import type { TaskPages } from './use-task-pages.ts';

/** @param selection as shown: the newest row if nothing was selected */
export function useTaskSteps(
  rows: readonly TaskRow[],
  { hasMore, loadLarge }: TaskPages,
  selection: () => Selection<string>,
): ListSteps<string> {
  const { select } = useTaskSession();
  const state = useTasksState();
  return useLoadedSteps(
    { rows, keyOf: ({ key }) => key, hasMore, read: loadLarge },
    { view: () => state().filter, selection, select },
  );
}
