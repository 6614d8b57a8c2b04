/** Times are whole Unix seconds, UTC. */
import { endOfCycle, startOfCycle, type BillCycle } from '../../../../shared/api/bill-periods.ts';
import { SPEND_UNITS, type SpendRange, type SpendUnit } from '../../../../shared/contract/spend.ts';

/** Longest hourly range, seconds: beyond it hundreds of requests would be needed. */
export const MOST_HOURS = 31 * 86_400;

const CYCLES: Readonly<Record<SpendUnit, BillCycle>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

/** `end` is exclusive. */
export interface Bucket {
  readonly start: number;
  readonly end: number;
}

/** The first and last may be parts of a week or month. */
export function bucketsOf(range: SpendRange, unit: SpendUnit): readonly Bucket[] {
  const cycle = CYCLES[unit];
  const buckets: Bucket[] = [];
  for (let start = range.start; start < range.end;) {
    const end = Math.min(endOfCycle(cycle, start), range.end);
    buckets.push({ start, end });
    start = end;
  }
  return buckets;
}

export function bucketsBetween(starts: readonly number[]): readonly Bucket[] {
  return starts.slice(1).map((end, index) => ({ start: starts[index] ?? end, end }));
}

/** No finer than wanted; also returns why it is coarser. */
export function fittingUnit(
  range: SpendRange,
  wanted: SpendUnit,
  maxBuckets: number,
): { readonly unit: SpendUnit; readonly coarserBecause?: 'bars' | 'hours' } {
  const isTooLong = wanted === 'hour' && range.end - range.start > MOST_HOURS;
  const first = SPEND_UNITS.indexOf(isTooLong ? 'day' : wanted);
  const unit =
    SPEND_UNITS.slice(first).find((each) => bucketsOf(range, each).length <= maxBuckets) ?? 'month';
  if (unit === wanted) return { unit };
  return { unit, coarserBecause: isTooLong && unit === 'day' ? 'hours' : 'bars' };
}

/** @param buckets in order, without gaps @returns -1 outside */
export function createBucketFinder(buckets: readonly Bucket[], unit: SpendUnit) {
  const index = new Map(buckets.map(({ start }, at) => [startOfCycle(CYCLES[unit], start), at]));
  const [first, last] = [buckets.at(0)?.start ?? 0, buckets.at(-1)?.end ?? 0];
  return (second: number): number => {
    if (second < first || second >= last) return -1;
    return index.get(startOfCycle(CYCLES[unit], second)) ?? -1;
  };
}
