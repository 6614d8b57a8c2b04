/** Pixels of a line of text that belong to none of its regions. */
import type { MeasuredPicture } from './characters.ts';
import type { ExtremalRegion } from './extremal-regions.ts';
import type { TextLine } from './lines.ts';

const BAND = {
  /** Gap between two regions that is searched: a word space. In heights of the line. */
  gap: 2.5,
  /** How far the ends are searched beyond the outermost letters, in heights. */
  ends: 0.15,
  /** How far above and below the letters is searched, for dots, accents and commas, in heights. */
  above: 0.4,
  below: 0.25,
  /** How much darker than the mean of its surroundings a pixel of a letter is, in contrasts. */
  darker: 0.4,
  /** How much lighter than the letters it may be, in contrasts: between them, above and below. */
  lighter: 0.5,
  lighterBeyond: 0.15,
} as const;

/**
 * The pixels of a line that belong to no region although they look like its letters: small ones,
 * and those that touch something of their brightness.
 *
 * @param regions the regions of the line
 * @param picture of the line's polarity: letters are dark
 */
export function pixelsBetween(
  line: TextLine,
  regions: readonly ExtremalRegion[],
  picture: MeasuredPicture,
): number[] {
  const { width, height, grey } = picture;
  const inside = meanInside(line, grey);
  const contrast =
    line.characters.reduce((sum, each) => sum + each.contrast, 0) / line.characters.length;
  const pixels: number[] = [];
  for (const box of boxesAlong(line, regions)) {
    const left = Math.max(0, Math.round(box.left));
    const right = Math.min(width - 1, Math.round(box.right));
    const top = Math.max(0, Math.round(box.top - BAND.above * line.height));
    const bottom = Math.min(height - 1, Math.round(box.bottom + BAND.below * line.height));
    const around = localMeans(picture, { left, right, top, bottom }, Math.round(line.height));
    for (let y = top; y <= bottom; y += 1) {
      const isBeyond = y < box.top || y > box.bottom;
      const most = inside + contrast * (isBeyond ? BAND.lighterBeyond : BAND.lighter);
      for (let x = left; x <= right; x += 1) {
        const level = grey[y * width + x] as number;
        if (level > most) continue;
        if (level > around(x, y) - BAND.darker * contrast) continue;
        pixels.push(y * width + x);
      }
    }
  }
  return pixels;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Boxes from each region to the next, and beyond the ends. */
function boxesAlong(line: TextLine, regions: readonly ExtremalRegion[]): Box[] {
  const sorted = [...regions].sort((a, b) => a.left - b.left);
  const boxes: Box[] = [];
  for (const [index, region] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined || next.left - region.right > BAND.gap * line.height) continue;
    boxes.push({
      left: region.left,
      right: next.right,
      top: Math.min(region.top, next.top),
      bottom: Math.max(region.bottom, next.bottom),
    });
  }
  const [first, last] = [sorted[0], sorted.at(-1)];
  const reach = BAND.ends * line.height;
  if (first !== undefined) boxes.push({ ...first, left: first.left - reach, right: first.left });
  if (last !== undefined) boxes.push({ ...last, left: last.right, right: last.right + reach });
  return boxes;
}

function meanInside({ characters }: TextLine, grey: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (const { region } of characters) {
    for (const pixel of region.pixels) sum += grey[pixel] as number;
    count += region.pixels.length;
  }
  return sum / count;
}

/** Means over squares around each pixel of a box, by a summed-area table. */
function localMeans(
  { grey, width, height }: MeasuredPicture,
  box: Box,
  radius: number,
): (x: number, y: number) => number {
  const left = Math.max(0, box.left - radius);
  const top = Math.max(0, box.top - radius);
  const right = Math.min(width - 1, box.right + radius);
  const bottom = Math.min(height - 1, box.bottom + radius);
  const stride = right - left + 2;
  const sums = new Float64Array(stride * (bottom - top + 2));
  for (let y = top; y <= bottom; y += 1) {
    let row = 0;
    for (let x = left; x <= right; x += 1) {
      row += grey[y * width + x] as number;
      const at = (y - top + 1) * stride + (x - left + 1);
      sums[at] = row + (sums[at - stride] as number);
    }
  }
  return (x, y) => {
    const fromX = Math.max(left, x - radius) - left;
    const toX = Math.min(right, x + radius) - left + 1;
    const fromY = Math.max(top, y - radius) - top;
    const toY = Math.min(bottom, y + radius) - top + 1;
    const sum =
      (sums[toY * stride + toX] as number) -
      (sums[fromY * stride + toX] as number) -
      (sums[toY * stride + fromX] as number) +
      (sums[fromY * stride + fromX] as number);
    return sum / ((toX - fromX) * (toY - fromY));
  };
}
