import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { useLoadedSteps } from '../../../features/rows/use-loaded-steps.ts';
import type { Selection } from '../../../features/rows/selection.ts';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import { useActivitySession, useActivityState } from './use-activity.ts';

export function useCallSteps(
  calls: readonly RecordedCall[],
  pages: { readonly hasMore: boolean; readonly read: () => Promise<unknown> },
  selection: () => Selection<number>,
): ListSteps<number> {
  const { select } = useActivitySession();
  const state = useActivityState();
  return useLoadedSteps(
    { rows: calls, keyOf: ({ id }) => id, ...pages },
    { view: () => state().filter, selection, select },
  );
}
