/** React hooks for where the user left each screen. */
import { DEFAULT_SCREEN_STATE } from '../../../shared/contract/default-screen-state.ts';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { queries } from './client.ts';
import { createStoredHooks } from './stored-values.ts';

export const {
  useOne: useScreenState,
  useSome: useScreenStates,
  useUpdate: useUpdateScreenState,
} = createStoredHooks<ScreenState>(queries.screenState, DEFAULT_SCREEN_STATE);
