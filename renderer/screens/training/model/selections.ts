import type { TrainingMark, TrainingSelection } from '../../../../shared/contract/training.ts';

export const ALL_READY: TrainingSelection = {
  view: { filter: 'ready', search: '', sort: 'added' },
};

export const ALL_CONVERTIBLE: TrainingSelection = {
  view: { filter: 'trouble', search: '', sort: 'added' },
};

export function readyWith(marks: readonly TrainingMark[]): readonly TrainingSelection[] {
  return marks.map((mark) => ({ view: { filter: 'ready', mark, search: '', sort: 'added' } }));
}

export const ALL_LISTED: TrainingSelection = { view: { filter: 'all', search: '', sort: 'added' } };
