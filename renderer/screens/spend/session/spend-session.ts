import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';
import type { BarPlace, BarSpan, SpendStore } from './spend-store.ts';

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
