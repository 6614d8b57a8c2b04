/** Frames and moments of a clip, in words. */

/** `1.25 s`, to hundredths: clips are short. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

/** `Frame 12 of 25`. @param frame counts from 0 */
export function frameWords(frame: number, count: number): string {
  return `Frame ${frame + 1} of ${count}`;
}
