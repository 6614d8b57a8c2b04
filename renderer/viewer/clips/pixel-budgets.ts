/**
 * Decides which clips are kept as pixels: they draw three times as fast as planes, but need over
 * twice the memory. DOM-free.
 */
import { BYTES_PER_PIXEL } from './frame-copy.ts';

/** @param pixels of each clip, all frames together @param cap bytes @returns bytes for pixels */
export function pixelBudgets(
  pixels: readonly (number | undefined)[],
  cap: number,
): readonly number[] {
  const share = cap / pixels.length;
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
