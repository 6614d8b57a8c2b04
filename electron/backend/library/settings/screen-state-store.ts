import type { DatabaseSync } from 'node:sqlite';
import { os } from '../../service/common/procedures.ts';
import {
  DEFAULT_SCREEN_STATE,
  screenStateSchema,
  type ScreenState,
} from '../../../../shared/contract/screen-state.ts';
import { createNamedValues, type NamedValues } from './named-values.ts';

type ScreenStateStore = NamedValues<ScreenState>;

export function createScreenStateStore(database: DatabaseSync): ScreenStateStore {
  return createNamedValues(database, 'screen_state', screenStateSchema, DEFAULT_SCREEN_STATE);
}

export function screenStateProcedures(screenState: ScreenStateStore) {
  return {
    get: os.screenState.get.handler(() => screenState.get()),
    update: os.screenState.update.handler(({ input }) => screenState.update(input)),
  };
}
