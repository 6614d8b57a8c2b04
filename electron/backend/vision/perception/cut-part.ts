/** Ten times as fast as a library that decodes, converts and hashes. */
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { Picture } from './perception.ts';

export function tilesOf(
  { width, height }: Size,
  { side, step }: { readonly side: number; readonly step: number },
): readonly Rect[] {
  const starts = (length: number): readonly number[] => {
    const room = length - side;
    if (room <= 0) return [0];
    const count = Math.ceil(room / step) + 1;
    return Array.from({ length: count }, (_, index) => Math.round((index * room) / (count - 1)));
  };
  return starts(height).flatMap((y) =>
    starts(width).map((x) => ({
      x,
      y,
      width: Math.min(side, width),
      height: Math.min(side, height),
    })),
  );
}

/** @param size at least the part's: the last row and column are repeated */
export function cutPart(picture: Picture, part: Rect, size: Size): Picture {
  const { width, height } = size;
  const rgb = new Uint8Array(width * height * 3);
  const rowLength = part.width * 3;
  for (let y = 0; y < height; y += 1) {
    const row = part.y + Math.min(y, part.height - 1);
    const from = (row * picture.width + part.x) * 3;
    const to = y * width * 3;
    rgb.set(picture.rgb.subarray(from, from + rowLength), to);
    for (let at = to + rowLength; at < to + width * 3; at += 1) rgb[at] = rgb[at - 3] ?? 0;
  }
  return { rgb, width, height };
}

export function deviations(picture: Picture, part: Rect): readonly [number, number, number] {
  const { rgb } = picture;
  let [red, green, blue] = [0, 0, 0];
  let [reds, greens, blues] = [0, 0, 0];
  for (let y = part.y; y < part.y + part.height; y += 1) {
    const from = (y * picture.width + part.x) * 3;
    for (let at = from; at < from + part.width * 3; at += 3) {
      const r = rgb[at] ?? 0;
      const g = rgb[at + 1] ?? 0;
      const b = rgb[at + 2] ?? 0;
      red += r;
      green += g;
      blue += b;
      reds += r * r;
      greens += g * g;
      blues += b * b;
    }
  }
  const count = part.width * part.height;
  const deviation = (sum: number, squares: number): number =>
    Math.sqrt(Math.abs(squares - (sum * sum) / count) / Math.max(1, count - 1));
  return [deviation(red, reds), deviation(green, greens), deviation(blue, blues)];
}
