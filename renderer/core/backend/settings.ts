import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts';
import { queries } from './client.ts';
import { createStoredHooks } from './stored-values.ts';
import { DEFAULT_SCREEN_STATE, type ScreenState } from '../../../shared/contract/screen-state.ts';

export const {
  useOne: useSetting,
  useSome: useSettings,
  useUpdate: useUpdateSettings,
} = createStoredHooks<Settings>(queries.settings, DEFAULT_SETTINGS);

export const {
  useOne: useScreenState,
  useSome: useScreenStates,
  useUpdate: useUpdateScreenState,
} = createStoredHooks<ScreenState>(queries.screenState, DEFAULT_SCREEN_STATE);
