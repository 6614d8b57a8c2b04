import type { DatabaseSync } from 'node:sqlite';
import { os } from '../../service/common/procedures.ts';
import {
  DEFAULT_SCREEN_STATE,
  screenStateSchema,
} from '../../../../shared/contract/screen-state.ts';
import { createNamedValues } from './named-values.ts';

type ScreenStateStore = ReturnType<typeof createScreenStateStore>;

export function createScreenStateStore(database: DatabaseSync) {
  return createNamedValues(database, 'screen_state', screenStateSchema, DEFAULT_SCREEN_STATE);
}

export function screenStateProcedures(screenState: ScreenStateStore) {
  return {
    get: os.screenState.get.handler(() => screenState.get()),
    update: os.screenState.update.handler(({ input }) => screenState.update(input)),
  };
}
