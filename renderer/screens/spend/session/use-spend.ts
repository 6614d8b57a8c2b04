import type { SpendRange } from '../../../../shared/contract/spend.ts';
import type { OpenedRows } from '../model/selections.ts';
import { create } from 'zustand';

/** Index of a bar; without a key the whole bar. */
export interface BarPlace {
  readonly bar: number;
  readonly key: number | undefined;
}

/** Indices of bars, in either direction. */
interface BarSpan {
  readonly from: number;
  readonly to: number;
}

interface SpendState {
  readonly connectionId: string | undefined;
  readonly at: BarPlace | undefined;
  readonly dragged: BarSpan | undefined;
  /** The latest last. */
  readonly before: readonly SpendRange[];
  readonly opened: OpenedRows | undefined;
  readonly areBudgetsShown: boolean;
}

/** Kept as long as the window, while the screen is unmounted behind others. */
export const useSpend = create<SpendState>(() => ({
  connectionId: undefined,
  at: undefined,
  dragged: undefined,
  before: [],
  opened: undefined,
  areBudgetsShown: false,
}));

/** Forgets what was opened for another connection. */
export function showConnection(connectionId: string): void {
  if (useSpend.getState().connectionId === connectionId) return;
  useSpend.setState({ ...useSpend.getInitialState(), connectionId });
}

/** Most ranges to go back to. */
const MOST_BEFORE = 20;

/** Ends a drag over bars. @returns the span in ascending order; `undefined` if there was none */
export function endSpan(): BarSpan | undefined {
  const { dragged } = useSpend.getState();
  useSpend.setState({ dragged: undefined });
  if (dragged === undefined) return undefined;
  const { from, to } = dragged;
  return { from: Math.min(from, to), to: Math.max(from, to) };
}

export function leaveRange(range: SpendRange): void {
  useSpend.setState(({ before }) => ({
    before: [...before, range].slice(-MOST_BEFORE),
    at: undefined,
  }));
}

/** Removes and returns the range that was left last for another one. @param now the shown one */
export function takeLastRange(now: SpendRange): SpendRange | undefined {
  const { before } = useSpend.getState();
  const at = before.findLastIndex(({ start, end }) => start !== now.start || end !== now.end);
  if (at >= 0) useSpend.setState({ before: before.slice(0, at), at: undefined });
  return before[at];
}
