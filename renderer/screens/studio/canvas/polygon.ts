/**
 * Fills polygons without antialiasing. A pixel is inside if its centre is, by the non-zero winding
 * rule; centres on an edge belong to the right or lower side.
 */
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import type { SpanReceiver } from './rasteriser.ts';

interface Edge {
  /** Rows whose centres the edge passes, inclusive. */
  readonly firstRow: number;
  readonly lastRow: number;
  /** Where it crosses the centre of row 0; `slope` is added per row. */
  readonly x: number;
  readonly slope: number;
  /** 1 downwards, -1 upwards. */
  readonly winding: 1 | -1;
}

/** Clips to the photo. @param points photo space; the last one joins the first */
export function rasterisePolygon(points: readonly Point[], photo: Size, span: SpanReceiver): void {
  const edges = edgesOf(points, photo.height);
  let next = 0;
  let active: Edge[] = [];
  const lastRow = edges.reduce((last, edge) => Math.max(last, edge.lastRow), -1);
  for (let row = edges[0]?.firstRow ?? 0; row <= lastRow; row++) {
    active = active.filter((edge) => edge.lastRow >= row);
    for (let edge = edges[next]; edge !== undefined && edge.firstRow <= row; edge = edges[next]) {
      active.push(edge);
      next += 1;
    }
    const crossings = active
      .map(({ x, slope, winding }) => ({ x: x + slope * row, winding }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    let from = 0;
    for (const crossing of crossings) {
      const before = winding;
      winding += crossing.winding;
      if (before === 0) from = crossing.x;
      if (winding !== 0) continue;
      const first = Math.max(0, Math.ceil(from - 0.5));
      const end = Math.min(photo.width, Math.ceil(crossing.x - 0.5));
      if (first < end) span(row, first, end);
    }
  }
}

/** Groups the edges by the first row centre that they pass. */
function edgesOf(points: readonly Point[], height: number): readonly Edge[] {
  const edges: Edge[] = [];
  for (const [index, start] of points.entries()) {
    const end = points[(index + 1) % points.length] ?? start;
    const [upper, lower] = start.y <= end.y ? [start, end] : [end, start];
    const firstRow = Math.max(0, Math.ceil(upper.y - 0.5));
    const lastRow = Math.min(height, Math.ceil(lower.y - 0.5)) - 1;
    if (firstRow > lastRow) continue;
    const slope = (lower.x - upper.x) / (lower.y - upper.y);
    const x = upper.x + (0.5 - upper.y) * slope;
    edges.push({ firstRow, lastRow, x, slope, winding: start === upper ? 1 : -1 });
  }
  return edges.sort((a, b) => a.firstRow - b.firstRow);
}
