/** Padding around a whole picture, in pixels of the sent picture. */
import type { Rect, Size } from './rect.ts';

/** Scales a picture to cover a frame, centred. */
export function coverRect(picture: Size, frame: Size): Rect {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

interface MirrorTile {
  readonly x: number;
  readonly y: number;
  readonly isFlippedAcross: boolean;
  readonly isFlippedDown: boolean;
}

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

function steps(start: number, length: number, frame: number): readonly number[] {
  const first = -Math.ceil(start / length);
  const last = Math.ceil((frame - start - length) / length);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
