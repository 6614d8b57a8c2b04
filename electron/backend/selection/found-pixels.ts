/** A raster of selected pixels as the answer that crosses to the window. */
import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import { createMaskWriter, eachRun } from '../../../shared/mask/mask-rows.ts';
import { encodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import { traceOutlines } from '../../../shared/selection/trace-outlines.ts';
import type { FoundPixels } from './messages.ts';

/** Most corners of all outlines: they are drawn again in each frame. */
const MOST_CORNERS = 60_000;

/** Selected pixels: 1 a byte, others 0. */
export interface Selected extends Size {
  readonly pixels: Uint8Array;
}

/**
 * @param selected over `rect`; each of its pixels may stand for several of the photo
 * @param rect photo space, inside the photo
 */
export function toFoundPixels(selected: Selected, rect: Rect): FoundPixels {
  const { width, height, pixels } = selected;
  const across = rect.width / width;
  const down = rect.height / height;
  const writer = createMaskWriter();
  let count = 0;
  let left = Infinity;
  let top = Infinity;
  let right = -1;
  let bottom = -1;
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width, (y + 1) * width);
    if (row.indexOf(1) < 0) continue;
    const fromY = rect.y + Math.round(y * down);
    const toY = rect.y + Math.round((y + 1) * down);
    eachRun(row, 1, (from, to) => {
      const fromX = rect.x + Math.round(from * across);
      const toX = rect.x + Math.round(to * across);
      if (toX <= fromX || toY <= fromY) return;
      for (let photoY = fromY; photoY < toY; photoY++) writer.span(photoY, fromX, toX);
      count += (toX - fromX) * (toY - fromY);
      left = Math.min(left, fromX);
      right = Math.max(right, toX);
      top = Math.min(top, fromY);
      bottom = Math.max(bottom, toY);
    });
  }
  const isEmpty = count === 0;
  return {
    bounds: isEmpty
      ? { x: 0, y: 0, width: 0, height: 0 }
      : { x: left, y: top, width: right - left, height: bottom - top },
    pixels: count,
    tiles: encodeMaskTiles(writer.tiles()),
    outlines: isEmpty ? [] : outlinesInPhoto(selected, rect),
  };
}

/** The longest outlines first, as many as can be shown. */
function outlinesInPhoto(selected: Selected, rect: Rect): number[][] {
  const across = rect.width / selected.width;
  const down = rect.height / selected.height;
  const outlines = traceOutlines(selected.pixels, selected).sort((a, b) => b.length - a.length);
  let corners = 0;
  return outlines
    .filter((outline) => (corners += outline.length / 2) <= MOST_CORNERS)
    .map((outline) =>
      outline.map((value, index) =>
        index % 2 === 0 ? rect.x + value * across : rect.y + value * down,
      ),
    );
}
