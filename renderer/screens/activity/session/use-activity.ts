/** State that outlives the screen, so that filter and selection survive switching screens. */
import { create } from 'zustand';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';
import { NO_CALL_FILTER, type CallFilter } from '../model/call-filter.ts';

interface ActivityState {
  readonly filter: CallFilter;
  /** Ms since 1970. */
  readonly filteredAt: number;
  readonly selection: Selection<number>;
}

export const useActivity = create<ActivityState>(() => ({
  filter: NO_CALL_FILTER,
  filteredAt: Date.now(),
  selection: NOTHING_SELECTED,
}));

export function setCallFilter(change: Partial<CallFilter>): void {
  const { filter } = useActivity.getState();
  const next = { ...filter, ...change };
  if (JSON.stringify(next) === JSON.stringify(filter)) return;
  useActivity.setState({ filter: next, filteredAt: Date.now(), selection: NOTHING_SELECTED });
}
