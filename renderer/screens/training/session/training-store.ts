import { createStore } from 'zustand/vanilla';
import type { TrainingSummary, TrainingView } from '../../../../shared/contract/training.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';

export interface Adding {
  readonly found: number;
  readonly added: number;
  /** Files that the list had already. */
  readonly known: number;
  /** False while folders are still being read. */
  readonly isCounted: boolean;
}

export interface TrainingListState {
  readonly summary: TrainingSummary | undefined;
  readonly view: TrainingView;
  readonly selection: Selection<number>;
  readonly adding: Adding | undefined;
  readonly error: AppError | undefined;
  /** Error of the counters' stream. */
  readonly followError: AppError | undefined;
}

export type TrainingListStore = ReturnType<typeof createTrainingListStore>;

export function createTrainingListStore() {
  return createStore<TrainingListState>(() => ({
    summary: undefined,
    view: { filter: 'all', search: '', sort: 'state' },
    selection: NOTHING_SELECTED,
    adding: undefined,
    error: undefined,
    followError: undefined,
  }));
}
