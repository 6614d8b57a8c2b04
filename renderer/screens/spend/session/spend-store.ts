/** The bar in hand and the opened rows of the Spend screen; the view itself is a setting. */
import { createStore } from 'zustand/vanilla';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';

/** Place of a bar; its key, or none for the whole bar. */
export interface BarPlace {
  readonly bar: number;
  readonly key: number | undefined;
}

/** Places of bars, in either direction. */
export interface BarSpan {
  readonly from: number;
  readonly to: number;
}

export interface SpendState {
  /** Keys and pointer are on it. */
  readonly at: BarPlace | undefined;
  /** Bars that a drag or Shift spans. */
  readonly dragged: BarSpan | undefined;
  /** Ranges to go back to, the last one last. */
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
