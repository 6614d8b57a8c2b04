/** Statistics of small samples, as the benchmarks print them. */

/**
 * The value in the middle of a sorted sample; the mean of the two middle ones for an even number.
 *
 * @returns NaN for an empty sample
 */
export function median(values: readonly number[]): number {
  const sorted = sort(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The smallest value of the sample that at least 95 % of the values do not exceed (nearest rank).
 *
 * @returns NaN for an empty sample
 */
export function percentile95(values: readonly number[]): number {
  const rank = Math.ceil(values.length * 0.95);
  return sort(values)[Math.max(0, rank - 1)] ?? Number.NaN;
}

/** Arithmetic mean; NaN for an empty sample. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Share (0 … 1) of the values above `limit`; 0 for an empty sample. */
export function shareAbove(values: readonly number[], limit: number): number {
  if (values.length === 0) return 0;
  return values.filter((value) => value > limit).length / values.length;
}

/** True when `late` is at most `factor` times `early`; nothing beside nothing is within any factor. */
export function isWithin(late: number, early: number, factor: number): boolean {
  return late <= early * factor;
}

/** The median of one property over several results of the same measurement. */
export function medianOf<Result>(
  results: readonly Result[],
  read: (result: Result) => number,
): number {
  return median(results.map(read));
}

function sort(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
