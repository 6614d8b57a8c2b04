/**
 * The parts of a photo that are sent for text removal. The service takes small pictures only, so a
 * larger box is sent in tiles at 1:1 that overlap; of each tile its core is taken, with a fade beyond
 * it in which the neighbour is still whole: whichever lies above, nothing of the photo shines through
 * and no tile is used up to its edge.
 */
import { LIMITS } from '../api/limits.ts';
import { AppError } from '../errors/app-error.ts';
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
  /** Least overlap of two tiles, pixels. */
  overlap: 128,
  /** Pixels beyond its core over which a tile is still whole … */
  wholeBeyond: 16,
  /** … and by which it has faded out; half the overlap leaves the tile's edge unused. */
  goneBeyond: 48,
} as const;

/** One call. */
export interface TextTile {
  /** The area that is sent, photo space. */
  readonly region: Rect;
  /** The area whose answer is used; where it ends inside `region`, a neighbour goes on. */
  readonly core: Rect;
}

/** A call, and the boxes that it is for: the same tile may be part of several. */
export interface PlannedTile extends TextTile {
  readonly boxes: readonly Rect[];
}

/** True when a picture of this size is sent as it is. */
export function fitsTextRemoval(size: Size): boolean {
  return size.width <= TEXT_TILES.maxWidth && size.height <= TEXT_TILES.maxHeight;
}

/** The size to which a picture is reduced for text removal; its own when it fits. */
export function reducedSize(size: Size): Size {
  const scale = Math.min(1, TEXT_TILES.maxWidth / size.width, TEXT_TILES.maxHeight / size.height);
  return scaledSize(size, scale);
}

/**
 * The tiles for boxes that the user has drawn, box by box, each from top to bottom and left to right.
 *
 * @param boxes photo space; the same box twice counts once
 * @throws AppError `invalid-input` when a box does not lie inside the photo, or there is none
 */
export function planTextTiles(boxes: readonly Rect[], photo: Size): readonly PlannedTile[] {
  if (boxes.length === 0) {
    throw new AppError({
      kind: 'invalid-input',
      message: 'There is no box yet. Draw one around the text to remove.',
    });
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

/** The same for all of a photo: one tile where it fits. */
export function planWholePhoto(photo: Size): readonly TextTile[] {
  return tilesOfBox(rectOfSize(photo));
}

/** Share of a tile at a pixel, 0 to 1. @param x, y photo space */
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

/** One axis: as few tiles as there can be, evenly spread; cores meet in the middle of overlaps. */
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
  throw new AppError({
    kind: 'invalid-input',
    message: `A box reaches outside the photo (${photo.width} × ${photo.height} pixels). Draw it again.`,
  });
}
