import type { TrainingMark } from '../../../shared/contract/training.ts';
import { NARROW_RATIO } from './training-conditions.ts';
import { MARK_BITS } from './training-rows.ts';
import type { ListedRow } from './training-store.ts';

/** @param leastSide pixels, from the settings */
export function marksOf(row: ListedRow, leastSide: number): ReadonlySet<TrainingMark> {
  const { width, height, state, marks, likeName } = row;
  const found = new Set<TrainingMark>();
  if (state === 'duplicate' || state === 'skipped') return found;
  if (width !== null && height !== null) {
    if (Math.min(width, height) < leastSide) found.add('small');
    if (Math.max(width, height) > NARROW_RATIO * Math.min(width, height)) found.add('narrow');
  }
  if (likeName !== undefined) found.add('near');
  for (const mark of ['rotated', 'alpha', 'cmyk', 'deep', 'animated', 'camera'] as const) {
    if ((marks & MARK_BITS[mark]) !== 0) found.add(mark);
  }
  return found;
}
