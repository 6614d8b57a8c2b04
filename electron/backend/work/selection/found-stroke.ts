/** Converts a line with widths to the answer for the window, exactly at any photo size. */
import {
  intersectRects,
  isEmptyRect,
  type Point,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import { createMaskWriter, eachRun } from '../../../../shared/mask/mask-rows.ts';
import { encodeMaskTiles, MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { fillStroke } from '../../../../shared/selection/raster-shapes.ts';
import { createBounds, inRaster } from './finder-geometry.ts';
import { outlinesOf } from './found-pixels.ts';
import type { FoundPixels } from './messages.ts';

/** Raster size for tracing outlines: lines of many megapixels are shown slightly coarser. */
const SHOWN_PIXELS = 4_000_000;

/** Photo space. */
export type LinePlace = Point & { readonly width: number };

/** @param within clips to the photo @param shown path of the outlines, if different */
export function strokeToFound(
  path: readonly LinePlace[],
  within: Rect,
  shown: readonly LinePlace[] = path,
): FoundPixels {
  const box = intersectRects(boxAround(path), within);
  const writer = createMaskWriter();
  let pixels = 0;
  // Band by band: the bounds of a long line are far larger than the line.
  const band = isEmptyRect(box) ? new Uint8Array() : new Uint8Array(box.width * MASK_TILE.side);
  for (let top = box.y; top < box.y + box.height; top += MASK_TILE.side) {
    const height = Math.min(MASK_TILE.side, box.y + box.height - top);
    const size = { width: box.width, height };
    band.fill(0);
    if (!draw(path, band, size, { x: box.x, y: top }, 1)) continue;
    for (let row = 0; row < height; row++) {
      eachRun(band.subarray(row * box.width, (row + 1) * box.width), 1, (from, to) => {
        writer.span(top + row, box.x + from, box.x + to);
        pixels += to - from;
      });
    }
  }
  return {
    bounds: pixels === 0 ? { x: 0, y: 0, width: 0, height: 0 } : box,
    pixels,
    tiles: encodeMaskTiles(writer.tiles()),
    outlines: pixels === 0 ? [] : shownOutlines(shown, box),
  };
}

function shownOutlines(path: readonly LinePlace[], box: Rect): number[][] {
  const scale = Math.min(1, Math.sqrt(SHOWN_PIXELS / (box.width * box.height)));
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  const pixels = new Uint8Array(width * height);
  draw(path, pixels, { width, height }, box, width / box.width);
  return outlinesOf({ pixels, width, height }, box);
}

/** @param scale raster pixels per photo pixel @returns whether any part of the line is near */
function draw(
  path: readonly LinePlace[],
  raster: Uint8Array,
  size: { readonly width: number; readonly height: number },
  origin: Point,
  scale: number,
): boolean {
  const bottom = origin.y + size.height / scale;
  let isNear = false;
  let from = path[0];
  for (const to of path) {
    if (from === undefined) break;
    const radius = (from.width + to.width) / 4;
    const isBeside =
      Math.max(from.y, to.y) + radius < origin.y - 1 ||
      Math.min(from.y, to.y) - radius > bottom + 1;
    if (!isBeside) {
      isNear = true;
      fillStroke(raster, size, inRaster([from, to], origin, scale), radius * scale, 1);
    }
    from = to;
  }
  return isNear;
}

function boxAround(path: readonly LinePlace[]): Rect {
  const bounds = createBounds();
  for (const place of path) bounds.take([place], Math.max(1, place.width / 2));
  return bounds.isEmpty() ? { x: 0, y: 0, width: 0, height: 0 } : bounds.outwards();
}
