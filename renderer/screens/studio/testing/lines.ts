/** Lines for tests of the selecting tools. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import type { SelectionMark } from '../canvas/index.ts';
import { LEFT, tilesOf } from './studio-fixture.ts';

/** A click with the line tool. */
export function lineMark(at: Point): SelectionMark {
  const kind = { tool: 'line', isLoop: false, isMore: false, isLess: false } as const;
  return { ...kind, points: [at], width: 1, subtract: false };
}

/** The answer to a line request, with an outline through these points. */
export function lineOf(points: readonly Point[]) {
  return {
    bounds: LEFT,
    pixels: LEFT.width * LEFT.height,
    tiles: new Blob([encodeMaskTiles(tilesOf(LEFT))]),
    outlines: [points.flatMap(({ x, y }) => [x, y])],
    path: points.map((point) => ({ ...point, width: 8 })),
  };
}
