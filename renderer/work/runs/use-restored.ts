/** Hands a screen's session where the user left it, as soon as that is there. */
import { useEffect } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useScreenStates } from '../../base/backend/screen-state.ts';

/**
 * @param session takes the first state it gets; later ones change nothing
 * @param names parts of the state that it takes
 */
export function useRestored<Name extends keyof ScreenState>(
  session: { restore(state: Pick<ScreenState, Name>): void },
  ...names: readonly Name[]
): void {
  const state = useScreenStates(...names);
  useEffect(() => {
    if (state !== undefined) session.restore(state);
  }, [session, state]);
}
