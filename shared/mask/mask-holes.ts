/** Finds holes: unpainted pixels that are not 4-connected to the outside. */
import { createMaskReader, createMaskWriter, eachRun } from './mask-rows.ts';
import type { PackedMaskTile } from './mask-tiles.ts';

/** A run of unpainted pixels in a row; `to` is exclusive. */
interface Run {
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly area: number;
}

/** @returns tiles with only the holes painted */
export function maskHoles(tiles: readonly PackedMaskTile[]): readonly PackedMaskTile[] {
  const reader = createMaskReader(tiles);
  const { x: left, y: top, width, height } = reader.bounds;
  const areas = createAreas();
  const runs: Run[] = [];
  const row = new Uint8Array(width);
  let above: Run[] = [];
  for (let y = 0; y < height; y++) {
    reader.read(top + y, left, row);
    const current: Run[] = [];
    let index = 0;
    eachRun(row, 0, (from, to) => {
      const area = areas.add();
      // A run at the edge of the mask's bounds leads outside.
      if (from === 0 || to === width || y === 0 || y === height - 1)
        areas.join(area, areas.outside);
      while ((above[index]?.to ?? Infinity) <= from) index += 1;
      for (let other = index; (above[other]?.from ?? Infinity) < to; other++) {
        areas.join(area, above[other]?.area ?? areas.outside);
      }
      current.push({ y, from, to, area });
    });
    runs.push(...current);
    above = current;
  }
  const writer = createMaskWriter();
  for (const { y, from, to, area } of runs) {
    if (!areas.isJoined(area, areas.outside)) writer.span(top + y, left + from, left + to);
  }
  return writer.tiles();
}

function createAreas() {
  const parents: number[] = [0];

  function root(area: number): number {
    let at = area;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parent;
    }
    return at;
  }

  return {
    outside: 0,
    add(): number {
      parents.push(parents.length);
      return parents.length - 1;
    },
    join(a: number, b: number): void {
      // The older one stays the root, so that the outside keeps its id.
      const [older, younger] = [root(a), root(b)].sort((one, other) => one - other);
      if (older !== undefined && younger !== undefined) parents[younger] = older;
    },
    isJoined: (a: number, b: number): boolean => root(a) === root(b),
  };
}
