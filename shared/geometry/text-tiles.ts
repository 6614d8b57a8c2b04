/**
 * The service takes only small pictures, so larger boxes are sent at 1:1 in overlapping tiles. Each
 * fades where its neighbour is still opaque, so the photo never shines through.
 */
import { LIMITS } from '../api/limits.ts';
import { invalidInput } from '../errors/app-error.ts';
import {
  containsRect,
  isEmptyRect,
  isSameRect,
  rectOfSize,
  scaledSize,
  type Rect,
  type Size,
} from './rect.ts';

export const TEXT_TILES = {
  maxWidth: LIMITS.removeText.maxWidth,
  maxHeight: LIMITS.removeText.maxHeight,
  /** Smallest overlap of two tiles, pixels. */
  overlap: 128,
  /** Pixels beyond its core where a tile is still opaque. */
  wholeBeyond: 16,
  /** Pixels beyond its core where it has faded out; half the overlap leaves the edge unused. */
  goneBeyond: 48,
} as const;

export interface TextTile {
  /** Sent area, photo space. */
  readonly region: Rect;
  /** Where it ends inside `region`, a neighbour continues. */
  readonly core: Rect;
}

/** Boxes can share a tile. */
export interface PlannedTile extends TextTile {
  readonly boxes: readonly Rect[];
}

export function fitsTextRemoval(size: Size): boolean {
  return size.width <= TEXT_TILES.maxWidth && size.height <= TEXT_TILES.maxHeight;
}

export function reducedSize(size: Size): Size {
  const scale = Math.min(1, TEXT_TILES.maxWidth / size.width, TEXT_TILES.maxHeight / size.height);
  return scaledSize(size, scale);
}

/** @param boxes photo space @throws AppError `invalid-input` if none, or outside the photo */
export function planTextTiles(boxes: readonly Rect[], photo: Size): readonly PlannedTile[] {
  if (boxes.length === 0) {
    throw invalidInput('There is no box yet. Draw one around the text to remove.');
  }
  for (const box of boxes) requireInside(box, photo);
  const planned = new Map<string, PlannedTile>();
  for (const box of boxes) {
    for (const tile of tilesOfBox(box)) {
      const key = JSON.stringify(tile.region);
      const known = planned.get(key) ?? { ...tile, boxes: [] };
      const isSecond = known.boxes.some((other) => isSameRect(other, box));
      if (!isSecond) planned.set(key, { ...known, boxes: [...known.boxes, box] });
    }
  }
  return [...planned.values()];
}

export function planWholePhoto(photo: Size): readonly TextTile[] {
  return tilesOfBox(rectOfSize(photo));
}

/** Returns 0 to 1. @param x, y photo space */
export function tileShare({ region, core }: TextTile, x: number, y: number): number {
  return (
    spanShare(x, core.x, core.width, region.x, region.width) *
    spanShare(y, core.y, core.height, region.y, region.height)
  );
}

function tilesOfBox(box: Rect): readonly TextTile[] {
  const columns = spans(box.x, box.width, TEXT_TILES.maxWidth);
  const rows = spans(box.y, box.height, TEXT_TILES.maxHeight);
  return rows.flatMap((down) =>
    columns.map((across) => ({
      region: { x: across.start, y: down.start, width: across.length, height: down.length },
      core: {
        x: across.coreStart,
        y: down.coreStart,
        width: across.coreEnd - across.coreStart,
        height: down.coreEnd - down.coreStart,
      },
    })),
  );
}

/** As few, evenly spread tiles as possible; cores meet in the middle of overlaps. */
function spans(start: number, length: number, side: number) {
  const { overlap } = TEXT_TILES;
  const count = length <= side ? 1 : Math.ceil((length - overlap) / (side - overlap));
  const size = Math.min(side, length);
  const starts = Array.from({ length: count }, (_, index) =>
    count === 1 ? start : start + Math.round(((length - size) * index) / (count - 1)),
  );
  const middles = starts.slice(1).map((next, index) => {
    const end = (starts[index] ?? next) + size;
    return Math.round((next + end) / 2);
  });
  return starts.map((at, index) => ({
    start: at,
    length: size,
    coreStart: middles[index - 1] ?? at,
    coreEnd: middles[index] ?? at + size,
  }));
}

function spanShare(
  at: number,
  coreStart: number,
  coreLength: number,
  start: number,
  length: number,
): number {
  const coreEnd = coreStart + coreLength;
  const before = coreStart === start ? 0 : coreStart - at;
  const after = coreEnd === start + length ? 0 : at - (coreEnd - 1);
  const beyond = Math.max(before, after, 0);
  const { wholeBeyond, goneBeyond } = TEXT_TILES;
  const share = 1 - (beyond - wholeBeyond) / (goneBeyond - wholeBeyond);
  return Math.min(1, Math.max(0, share));
}

function requireInside(box: Rect, photo: Size): void {
  if (!isEmptyRect(box) && containsRect(rectOfSize(photo), box)) return;
  throw invalidInput(
    `A box reaches outside the photo (${photo.width} × ${photo.height} pixels). Draw it again.`,
  );
}
