/** Arithmetic that several rooms need. */

/** The value, or the nearest bound. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Between two values. @param share 0: the first, 1: the second */
export function interpolate(from = 0, to = 0, share: number): number {
  return from + (to - from) * share;
}
