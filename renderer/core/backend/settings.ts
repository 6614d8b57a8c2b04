/** React hooks for the settings. */
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { queries } from './client.ts';
import { createStoredHooks } from './stored-values.ts';

export const {
  useOne: useSetting,
  useSome: useSettings,
  useUpdate: useUpdateSettings,
} = createStoredHooks<Settings>(queries.settings, DEFAULT_SETTINGS);
