/** The bar in hand and the opened rows of the Spend screen; the view itself is a setting. */
import { create } from 'zustand';
import type { SpendRange, SpendSelection } from '../../../../shared/contract/spend.ts';
import type { Amount } from '../../../../shared/spend/exact-money.ts';

/** A number that was clicked, and its rows. */
export interface OpenedRows {
  readonly selection: SpendSelection;
  /** "LLM, 21 Nov" */
  readonly label: string;
  readonly amount: Amount;
}

interface SpendState {
  /** Place of the bar that keys and pointer are on; its key, or none for the whole bar. */
  readonly at: { readonly bar: number; readonly key: number | undefined } | undefined;
  /** Bars that a drag or Shift spans. */
  readonly dragged: { readonly from: number; readonly to: number } | undefined;
  /** Ranges to go back to, the last one last. */
  readonly before: readonly SpendRange[];
  readonly opened: OpenedRows | undefined;
}

export const useSpend = create<SpendState>(() => ({
  at: undefined,
  dragged: undefined,
  before: [],
  opened: undefined,
}));
