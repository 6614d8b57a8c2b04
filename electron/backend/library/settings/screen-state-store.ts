import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_SCREEN_STATE } from '../../../../shared/contract/default-screen-state.ts';
import { screenStateSchema, type ScreenState } from '../../../../shared/contract/screen-state.ts';
import { createNamedValues, type NamedValues } from './named-values.ts';

export type ScreenStateStore = NamedValues<ScreenState>;

export function createScreenStateStore(database: DatabaseSync): ScreenStateStore {
  return createNamedValues(database, 'screen_state', screenStateSchema, DEFAULT_SCREEN_STATE);
}
