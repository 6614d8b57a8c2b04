/** What keys and clicks select among the tasks; Select all and End read the list to its end. */
import { useLayoutEffect, useRef } from 'react';
import { readError } from '../../../base/backend/read-error.ts';
import { say } from '../../../base/ui/say.ts';
import { useRowSteps, type ListSteps } from '../../../work/rows/use-row-steps.ts';
import type { TaskRow } from '../model/task-rows.ts';
import { select, useTaskList } from './task-store.ts';
import type { TaskPages } from './use-task-pages.ts';

/** The rows of the list as they are drawn. */
interface Listed {
  readonly rows: readonly TaskRow[];
  readonly pages: TaskPages;
}

export function useTaskSteps(rows: readonly TaskRow[], pages: TaskPages): ListSteps<string> {
  const latest = useRef<Listed>({ rows, pages });
  useLayoutEffect(() => {
    latest.current = { rows, pages };
  });
  return useRowSteps<string>({
    source: {
      get view() {
        return useTaskList.getState().filter;
      },
      count: (upTo) => countUpTo(latest, upTo),
      indexOf({ key: wanted }) {
        const index = latest.current.rows.findIndex(({ key }) => key === wanted);
        return index < 0 ? undefined : index;
      },
      keys: (first, last) => latest.current.rows.slice(first, last + 1).map(({ key }) => key),
    },
    selection: () => useTaskList.getState().selection,
    select,
    fail: (thrown) => say(readError(thrown).message),
  });
}

async function countUpTo(latest: { readonly current: Listed }, upTo: number): Promise<number> {
  while (latest.current.pages.hasMore && latest.current.rows.length <= upTo) {
    await latest.current.pages.loadLarge();
    // the rows are there when they have been drawn
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
  return latest.current.rows.length;
}
