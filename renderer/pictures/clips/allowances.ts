/**
 * How clips that are shown together share the room for frames. Pixels are drawn three times as fast as
 * planes, and need more than twice the memory: clips get them, the smallest first, as long as the planes of
 * all others still fit. DOM-free.
 */
import { BYTES_PER_PIXEL } from './frame-copy.ts';

/**
 * @param pixels of each clip, all frames together; `undefined` before they are measured
 * @param cap bytes
 * @returns bytes that each clip may use as pixels
 */
export function allowances(
  pixels: readonly (number | undefined)[],
  cap: number,
): readonly number[] {
  const share = cap / pixels.length;
  /** Bytes of those that are decided, and the least of those that are not. */
  let needed = pixels.reduce<number>(
    (sum, count) => sum + (count === undefined ? share : count * BYTES_PER_PIXEL.planes),
    0,
  );
  const allowed = pixels.map((count) => (count === undefined ? share : 0));
  const order = pixels
    .map((count, index) => ({ count, index }))
    .sort((a, b) => (a.count ?? 0) - (b.count ?? 0));
  for (const { count, index } of order) {
    if (count === undefined) continue;
    const more = count * (BYTES_PER_PIXEL.pixels - BYTES_PER_PIXEL.planes);
    if (needed + more > cap) break;
    needed += more;
    allowed[index] = count * BYTES_PER_PIXEL.pixels;
  }
  return allowed;
}
