/** Gives a screen's session the state in which the user left it, once loaded. */
import { useEffect } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useScreenStates } from '../../core/backend/settings.ts';

/** @param session gets the first state only @param names of the parts that it takes */
export function useRestored<Name extends keyof ScreenState>(
  session: { restore(state: Pick<ScreenState, Name>): void },
  ...names: readonly Name[]
): void {
  const state = useScreenStates(...names);
  useEffect(() => {
    if (state !== undefined) session.restore(state);
  }, [session, state]);
}
