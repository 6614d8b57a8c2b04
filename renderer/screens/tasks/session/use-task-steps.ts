/** Selecting tasks by keys and clicks; Select all and End read the list to its end. */
import { useLayoutEffect, useRef } from 'react';
import { readError } from '../../../base/backend/read-error.ts';
import { say } from '../../../base/ui/say.ts';
import { countUpTo } from '../../../work/rows/row-steps.ts';
import { useRowSteps, type ListSteps } from '../../../work/rows/use-row-steps.ts';
import type { TaskRow } from '../model/task-rows.ts';
import { useTaskSession, useTasksState } from './screen.ts';
import type { TaskPages } from './use-task-pages.ts';

export function useTaskSteps(rows: readonly TaskRow[], pages: TaskPages): ListSteps<string> {
  const session = useTaskSession();
  const state = useTasksState();
  const latest = useRef({ rows, pages });
  useLayoutEffect(() => {
    latest.current = { rows, pages };
  });
  const now = () => ({
    count: latest.current.rows.length,
    hasMore: latest.current.pages.hasMore,
    async read() {
      await latest.current.pages.loadLarge();
      return true;
    },
  });
  return useRowSteps<string>({
    source: {
      get view() {
        return state().filter;
      },
      count: (upTo) => countUpTo(upTo, now),
      indexOf({ key: wanted }) {
        const index = latest.current.rows.findIndex(({ key }) => key === wanted);
        return index < 0 ? undefined : index;
      },
      keys: (first, last) => latest.current.rows.slice(first, last + 1).map(({ key }) => key),
    },
    selection: () => state().selection,
    select: session.select,
    fail: (thrown) => say(readError(thrown).message),
  });
}
