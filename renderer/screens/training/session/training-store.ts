import { createStore } from 'zustand/vanilla';
import type { TrainingView } from '../../../../shared/contract/training.ts';
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

interface TrainingListState {
  readonly view: TrainingView;
  readonly selection: Selection<number>;
  readonly adding: Adding | undefined;
  readonly error: AppError | undefined;
}

export type TrainingListStore = ReturnType<typeof createTrainingListStore>;

export function createTrainingListStore() {
  return createStore<TrainingListState>(() => ({
    view: { filter: 'all', search: '', sort: 'state' },
    selection: NOTHING_SELECTED,
    adding: undefined,
    error: undefined,
  }));
}
