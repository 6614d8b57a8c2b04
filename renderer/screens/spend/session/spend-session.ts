import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';
import type { BarPlace, BarSpan, SpendStore } from './spend-store.ts';

/** Ranges that are kept to go back to. */
const MOST_BEFORE = 20;

export interface SpendSession {
  point(at: BarPlace | undefined): void;
  span(dragged: BarSpan | undefined): void;
  /** @returns its bars, the first one first; `undefined` if there was no span */
  endSpan(): BarSpan | undefined;
  leave(range: SpendRange): void;
  /** @returns the range that was left last, and forgets it; `undefined` if there is none */
  back(): SpendRange | undefined;
  open(rows: OpenedRows | undefined): void;
  showBudgets(areShown: boolean): void;
}

export function createSpendSession(store: SpendStore): SpendSession {
  return {
    point: (at) => store.setState({ at }),
    span: (dragged) => store.setState({ dragged }),
    endSpan() {
      const { dragged } = store.getState();
      store.setState({ dragged: undefined });
      if (dragged === undefined) return undefined;
      const { from, to } = dragged;
      return { from: Math.min(from, to), to: Math.max(from, to) };
    },
    leave: (range) =>
      store.setState(({ before }) => ({
        before: [...before, range].slice(-MOST_BEFORE),
        at: undefined,
      })),
    back() {
      const { before } = store.getState();
      const last = before.at(-1);
      if (last !== undefined) store.setState({ before: before.slice(0, -1), at: undefined });
      return last;
    },
    open: (opened) => store.setState({ opened }),
    showBudgets: (areBudgetsShown) => store.setState({ areBudgetsShown }),
  };
}
