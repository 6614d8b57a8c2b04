/** The bar in hand and the opened rows of the Spend screen; the view itself is a setting. */
import { create } from 'zustand';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';

interface SpendState {
  /** Place of the bar that keys and pointer are on; its key, or none for the whole bar. */
  readonly at: { readonly bar: number; readonly key: number | undefined } | undefined;
  /** Bars that a drag or Shift spans. */
  readonly dragged: { readonly from: number; readonly to: number } | undefined;
  /** Ranges to go back to, the last one last. */
  readonly before: readonly SpendRange[];
  readonly opened: OpenedRows | undefined;
  readonly areBudgetsShown: boolean;
}

export const useSpend = create<SpendState>(() => ({
  at: undefined,
  dragged: undefined,
  before: [],
  opened: undefined,
  areBudgetsShown: false,
}));
