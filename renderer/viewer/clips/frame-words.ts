/** Rounds to hundredths, as clips are short: `1.25 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** `Frame 12 of 25`. @param frame counts from 0 */
export function frameWords(frame: number, count: number): string {
  return `Frame ${frame + 1} of ${count}`;
}
