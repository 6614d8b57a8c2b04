import { createStore } from 'zustand/vanilla';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';

/** Index of a bar; without a key the whole bar. */
export interface BarPlace {
  readonly bar: number;
  readonly key: number | undefined;
}

/** Indices of bars, in either direction. */
export interface BarSpan {
  readonly from: number;
  readonly to: number;
}

interface SpendState {
  readonly at: BarPlace | undefined;
  readonly dragged: BarSpan | undefined;
  /** The latest last. */
  readonly before: readonly SpendRange[];
  readonly opened: OpenedRows | undefined;
  readonly areBudgetsShown: boolean;
}

export type SpendStore = ReturnType<typeof createSpendStore>;

export function createSpendStore() {
  return createStore<SpendState>(() => ({
    at: undefined,
    dragged: undefined,
    before: [],
    opened: undefined,
    areBudgetsShown: false,
  }));
}
