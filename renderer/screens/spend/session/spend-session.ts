import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';
import { createStore } from 'zustand/vanilla';

/** Index of a bar; without a key the whole bar. */
interface BarPlace {
  readonly bar: number;
  readonly key: number | undefined;
}

/** Indices of bars, in either direction. */
interface BarSpan {
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

type SpendStore = ReturnType<typeof createSpendStore>;

export function createSpendStore() {
  return createStore<SpendState>(() => ({
    at: undefined,
    dragged: undefined,
    before: [],
    opened: undefined,
    areBudgetsShown: false,
  }));
}

/** Ranges that are kept to go back to. */
const MOST_BEFORE = 20;

export function createSpendSession(store: SpendStore) {
  return {
    point: (at: BarPlace | undefined): void => store.setState({ at }),
    span: (dragged: BarSpan | undefined): void => store.setState({ dragged }),
    /** @returns its bars, the first one first; `undefined` if there was no span */
    endSpan(): BarSpan | undefined {
      const { dragged } = store.getState();
      store.setState({ dragged: undefined });
      if (dragged === undefined) return undefined;
      const { from, to } = dragged;
      return { from: Math.min(from, to), to: Math.max(from, to) };
    },
    leave: (range: SpendRange): void =>
      store.setState(({ before }) => ({
        before: [...before, range].slice(-MOST_BEFORE),
        at: undefined,
      })),
    /** @returns the range that was left last, and forgets it; `undefined` if there is none */
    back(): SpendRange | undefined {
      const { before } = store.getState();
      const last = before.at(-1);
      if (last !== undefined) store.setState({ before: before.slice(0, -1), at: undefined });
      return last;
    },
    open: (opened: OpenedRows | undefined): void => store.setState({ opened }),
    showBudgets: (areBudgetsShown: boolean): void => store.setState({ areBudgetsShown }),
  };
}
