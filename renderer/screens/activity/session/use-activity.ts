/** State that outlives the screen, so that filter and selection survive switching screens. */
import { createStore } from 'zustand/vanilla';
import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';
import { NO_CALL_FILTER, type CallFilter } from '../model/call-filter.ts';

interface ActivityState {
  readonly filter: CallFilter;
  /** Ms since 1970. */
  readonly filteredAt: number;
  readonly selection: Selection<number>;
}

export const {
  useSession: useActivitySession,
  useSessionState: useActivity,
  useStateNow: useActivityState,
} = createLastingSession(() => {
  const store = createStore<ActivityState>(() => ({
    filter: NO_CALL_FILTER,
    filteredAt: Date.now(),
    selection: NOTHING_SELECTED,
  }));
  return {
    store,
    session: {
      setFilter(change: Partial<CallFilter>): void {
        const { filter } = store.getState();
        const next = { ...filter, ...change };
        if (JSON.stringify(next) === JSON.stringify(filter)) return;
        store.setState({ filter: next, filteredAt: Date.now(), selection: NOTHING_SELECTED });
      },
      select: (selection: Selection<number>): void => store.setState({ selection }),
    },
  };
});
