/** Stores as the studio hands them down: components can read them and cannot write. */
import type { StoreApi } from 'zustand/vanilla';

/** A store that can be read and followed. */
export type ReadonlyStore<State> = Pick<
  StoreApi<State>,
  'getState' | 'getInitialState' | 'subscribe'
>;
