/** Selecting calls by keys and clicks. */
import { useLayoutEffect, useRef } from 'react';
import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { say } from '../../../base/ui/say.ts';
import { countUpTo } from '../../../work/rows/row-steps.ts';
import { useRowSteps, type ListSteps } from '../../../work/rows/use-row-steps.ts';
import { useActivitySession, useActivityState } from './screen.ts';

export function useCallSteps(
  calls: readonly RecordedCall[],
  pages: { readonly hasMore: boolean; readonly read: () => Promise<unknown> },
): ListSteps<number> {
  const session = useActivitySession();
  const state = useActivityState();
  const latest = useRef({ calls, pages });
  useLayoutEffect(() => {
    latest.current = { calls, pages };
  });
  const now = () => ({
    count: latest.current.calls.length,
    hasMore: latest.current.pages.hasMore,
    async read() {
      await latest.current.pages.read();
      return true;
    },
  });
  return useRowSteps<number>({
    source: {
      get view() {
        return state().filter;
      },
      count: (upTo) => countUpTo(upTo, now),
      indexOf({ key }) {
        const index = latest.current.calls.findIndex(({ id }) => id === key);
        return index < 0 ? undefined : index;
      },
      keys: (first, last) => latest.current.calls.slice(first, last + 1).map(({ id }) => id),
    },
    selection: () => state().selection,
    select: session.select,
    fail: (thrown) => say(readError(thrown).message),
  });
}
