/** The padding around a whole picture, in pixels of the sent picture. Pure. */
import type { Rect, Size } from './rect.ts';

/** The picture large enough to cover a frame, in its middle. */
export function coverRect(picture: Size, frame: Size): Rect {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** A copy of the picture beside it. */
export interface MirrorTile {
  readonly x: number;
  readonly y: number;
  readonly isFlippedAcross: boolean;
  readonly isFlippedDown: boolean;
}

/** Copies around the picture, each mirrored at the edge to its neighbour, until the frame is full. */
export function mirrorTiles(placed: Rect, frame: Size): readonly MirrorTile[] {
  const tiles: MirrorTile[] = [];
  for (const column of steps(placed.x, placed.width, frame.width)) {
    for (const row of steps(placed.y, placed.height, frame.height)) {
      if (column === 0 && row === 0) continue;
      tiles.push({
        x: placed.x + column * placed.width,
        y: placed.y + row * placed.height,
        isFlippedAcross: column % 2 !== 0,
        isFlippedDown: row % 2 !== 0,
      });
    }
  }
  return tiles;
}

/** The numbers of the copies in one direction: … −1, 0, 1 … */
function steps(start: number, length: number, frame: number): readonly number[] {
  const first = -Math.ceil(start / length);
  const last = Math.ceil((frame - start - length) / length);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
