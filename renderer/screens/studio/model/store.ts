/** Keeps components from writing: only the session does. */
import type { StoreApi } from 'zustand/vanilla';

export type ReadonlyStore<State> = Pick<
  StoreApi<State>,
  'getState' | 'getInitialState' | 'subscribe'
>;
