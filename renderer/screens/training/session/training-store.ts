/** The Training screen's plain state. The list itself stays in the backend. */
import { create } from 'zustand';
import type { TrainingSummary, TrainingView } from '../../../../shared/contract/training.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { NOTHING_SELECTED, type Selection } from '../../../work/rows/selection.ts';

/** Files of the page that are on their way into the library. */
export interface Adding {
  /** Files that were found so far. */
  readonly found: number;
  readonly added: number;
  /** Those that the list had already. */
  readonly known: number;
  /** False while folders are still being read. */
  readonly isCounted: boolean;
}

export interface TrainingScreenState {
  /** `undefined` until the first counters are here. */
  readonly summary: TrainingSummary | undefined;
  readonly view: TrainingView;
  readonly selection: Selection<number>;
  readonly adding: Adding | undefined;
  readonly error: AppErrorData | undefined;
  /** The line of counters is broken; its error. */
  readonly followError: AppErrorData | undefined;
}

export const FIRST_VIEW: TrainingView = { filter: 'all', search: '', sort: 'state' };

export const useTraining = create<TrainingScreenState>(() => ({
  summary: undefined,
  view: FIRST_VIEW,
  selection: NOTHING_SELECTED,
  adding: undefined,
  error: undefined,
  followError: undefined,
}));

/** Other rows: nothing of them is selected. */
export function setView(change: Partial<TrainingView>): void {
  useTraining.setState(({ view }) => ({
    view: { ...view, ...change },
    selection: NOTHING_SELECTED,
  }));
}

export function select(selection: Selection<number>): void {
  useTraining.setState({ selection });
}
