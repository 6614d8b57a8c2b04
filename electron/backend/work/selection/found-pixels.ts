import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { createMaskWriter, eachRun } from '../../../../shared/mask/mask-rows.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { traceOutlines } from '../../../../shared/selection/trace-outlines.ts';
import type { FoundPixels } from './messages.ts';

/** Most corners of all outlines, which are drawn in every frame. */
const MOST_CORNERS = 60_000;

export interface Selected extends Size {
  readonly pixels: Uint8Array;
}

/** @param selected its pixels may be larger than the photo's @param rect photo space */
export function toFoundPixels(selected: Selected, rect: Rect): FoundPixels {
  return { ...toPixels(selected, rect), outlines: outlinesOf(selected, rect) };
}

export function toPixels(selected: Selected, rect: Rect): Omit<FoundPixels, 'outlines'> {
  const box = selectedBounds(selected);
  const across = rect.width / selected.width;
  const down = rect.height / selected.height;
  const toX = (x: number): number => rect.x + Math.round(x * across);
  const toY = (y: number): number => rect.y + Math.round(y * down);
  const writer = createMaskWriter();
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = y * selected.width;
    const row = selected.pixels.subarray(start + box.x, start + box.x + box.width);
    eachRun(row, 1, (from, to) => {
      const [left, right] = [toX(box.x + from), toX(box.x + to)];
      for (let photoY = toY(y); photoY < toY(y + 1); photoY++) writer.span(photoY, left, right);
      count += (right - left) * (toY(y + 1) - toY(y));
    });
  }
  const x = toX(box.x);
  const y = toY(box.y);
  const bounds = { x, y, width: toX(box.x + box.width) - x, height: toY(box.y + box.height) - y };
  return {
    bounds: count === 0 ? { x: 0, y: 0, width: 0, height: 0 } : bounds,
    pixels: count,
    tiles: encodeMaskTiles(writer.tiles()),
  };
}

/** Outlines for display, photo space. @param edges result of {@link edgesOf} */
export function outlinesOf(
  selected: Selected,
  rect: Rect,
  edges: readonly (readonly number[])[] = edgesOf(selected),
): number[][] {
  const across = rect.width / selected.width;
  const down = rect.height / selected.height;
  let corners = 0;
  return edges
    .toSorted((a, b) => b.length - a.length)
    .filter((edge) => (corners += edge.length / 2) <= MOST_CORNERS)
    .map((edge) =>
      edge.map((value, index) =>
        index % 2 === 0 ? rect.x + value * across : rect.y + value * down,
      ),
    );
}

/** Raster pixels, alternating x and y. */
export function edgesOf(selected: Selected): readonly (readonly number[])[] {
  const box = selectedBounds(selected);
  const cut = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * selected.width + box.x;
    cut.set(selected.pixels.subarray(start, start + box.width), y * box.width);
  }
  const edges = traceOutlines(cut, box);
  for (const edge of edges) {
    for (let at = 0; at < edge.length; at++)
      edge[at] = (edge[at] ?? 0) + (at % 2 === 0 ? box.x : box.y);
  }
  return edges;
}

export function selectedBounds({ pixels, width, height }: Selected): Rect {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width, (y + 1) * width);
    const from = row.indexOf(1);
    if (from < 0) continue;
    left = Math.min(left, from);
    right = Math.max(right, row.lastIndexOf(1) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (bottom === 0) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}
