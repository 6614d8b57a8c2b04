/** The mask over the found letters, with a margin for their soft edges. */

const MARGIN = {
  /** Pixels around a letter that are filled too: its soft edge, and a part of its stroke width. */
  least: 2,
  most: 7,
  ofStroke: 0.6,
} as const;

/**
 * Marks pixels of letters and a margin around them, which takes in soft edges, outlines and shadows.
 *
 * @param mask one byte a pixel; written
 * @param letters positions of pixels, `y * width + x`
 * @param stroke stroke width of the line, in pixels
 */
export function markLetters(
  mask: Uint8Array,
  width: number,
  height: number,
  letters: Iterable<Iterable<number>>,
  stroke: number,
): void {
  const reach = Math.min(MARGIN.most, MARGIN.least + Math.round(MARGIN.ofStroke * stroke));
  const offsets = disc(reach);
  for (const pixels of letters) {
    for (const pixel of pixels) {
      const x = pixel % width;
      const y = (pixel - x) / width;
      for (const [dy, span] of offsets) {
        const row = y + dy;
        if (row < 0 || row >= height) continue;
        const from = Math.max(0, x - span);
        const to = Math.min(width - 1, x + span);
        mask.fill(1, row * width + from, row * width + to + 1);
      }
    }
  }
}

/** Rows of a disc: offset and half width. */
function disc(radius: number): readonly (readonly [number, number])[] {
  return Array.from({ length: 2 * radius + 1 }, (_none, index) => {
    const dy = index - radius;
    return [dy, Math.floor(Math.sqrt((radius + 0.5) ** 2 - dy * dy))] as const;
  });
}
