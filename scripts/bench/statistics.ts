/** All but `shareAbove` give NaN for an empty sample. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function medianOf<Result>(
  results: readonly Result[],
  read: (result: Result) => number,
): number {
  return median(results.map(read));
}

/** Returns the smallest value that at least this share (0 … 1) of all do not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const rank = Math.ceil(values.length * share);
  return values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the share (0 … 1) of the values above `limit`; 0 for an empty sample. */
export function shareAbove(values: readonly number[], limit: number): number {
  if (values.length === 0) return 0;
  return values.filter((value) => value > limit).length / values.length;
}
