/** Files that orders are given to, without naming each. Pure. */
import type { TrainingMark, TrainingSelection } from '../../../../shared/contract/training.ts';

/** Every file that is ready. */
export const ALL_READY: TrainingSelection = {
  view: { filter: 'ready', search: '', sort: 'added' },
};

/** Files of a kind that the service does not take. */
export const ALL_CONVERTIBLE: TrainingSelection = {
  view: { filter: 'trouble', search: '', sort: 'added' },
};

/** Files that are ready and have one of these findings. */
export function readyWith(marks: readonly TrainingMark[]): readonly TrainingSelection[] {
  return marks.map((mark) => ({ view: { filter: 'ready', mark, search: '', sort: 'added' } }));
}

/** The whole list. */
export const ALL_LISTED: TrainingSelection = { view: { filter: 'all', search: '', sort: 'added' } };
