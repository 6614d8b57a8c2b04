import { MASK_TILE, type PackedMaskTile } from '../mask/mask-tiles.ts';
import { boundsOfTile } from './mask-bounds.ts';
import { tileRect } from './mask-cut.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  type Point,
  type Rect,
  type Size,
} from './rect.ts';

interface Assignment {
  readonly owned: readonly (readonly PackedMaskTile[])[];
  readonly left: readonly PackedMaskTile[];
}

/** Ties go to the first region. */
export function assignPixels(
  tiles: readonly PackedMaskTile[],
  regions: readonly Rect[],
  photo: Size,
): Assignment {
  const owned: PackedMaskTile[][] = regions.map(() => []);
  const left: PackedMaskTile[] = [];
  for (const tile of tiles) {
    const painted = boundsOfTile(tile);
    if (painted === undefined || tile.bits === undefined) continue;
    const near = regions.flatMap((region, index) =>
      isEmptyRect(intersectRects(region, painted)) ? [] : [index],
    );
    const [only] = near;
    const rect = only === undefined ? undefined : regions[only];
    if (near.length === 1 && only !== undefined && rect !== undefined) {
      if (containsRect(rect, painted)) {
        owned[only]?.push(tile);
        continue;
      }
    }
    const shares = shareOut(tile.bits, tileRect(tile), near, regions, photo);
    for (const [index, bits] of shares) {
      (index < 0 ? left : owned[index])?.push({ column: tile.column, row: tile.row, bits });
    }
  }
  return { owned, left };
}

function shareOut(
  bits: Uint8Array,
  place: Rect,
  near: readonly number[],
  regions: readonly Rect[],
  photo: Size,
): ReadonlyMap<number, Uint8Array> {
  const shares = new Map<number, Uint8Array>();
  const rowBytes = MASK_TILE.side / 8;
  for (let index = 0; index < bits.length; index++) {
    const byte = bits[index] ?? 0;
    if (byte === 0) continue;
    const y = place.y + Math.floor(index / rowBytes);
    const x = place.x + (index % rowBytes) * 8;
    for (let bit = 0; bit < 8; bit++) {
      const value = byte & (0x80 >> bit);
      if (value === 0) continue;
      const owner = deepest({ x: x + bit, y }, near, regions, photo);
      let share = shares.get(owner);
      if (share === undefined) shares.set(owner, (share = new Uint8Array(MASK_TILE.packedBytes)));
      share[index] = (share[index] ?? 0) | value;
    }
  }
  return shares;
}

function deepest(
  pixel: Point,
  near: readonly number[],
  regions: readonly Rect[],
  photo: Size,
): number {
  let owner = -1;
  let most = -1;
  for (const index of near) {
    const region = regions[index];
    if (region === undefined) continue;
    const depth = depthIn(pixel, region, photo);
    if (depth <= most) continue;
    most = depth;
    owner = index;
  }
  return owner;
}

/** Returns the distance to the nearest edge with photo beyond it; −1 outside. */
function depthIn({ x, y }: Point, region: Rect, photo: Size): number {
  const right = region.x + region.width;
  const bottom = region.y + region.height;
  if (x < region.x || y < region.y || x >= right || y >= bottom) return -1;
  return Math.min(
    region.x === 0 ? Infinity : x - region.x,
    region.y === 0 ? Infinity : y - region.y,
    right === photo.width ? Infinity : right - 1 - x,
    bottom === photo.height ? Infinity : bottom - 1 - y,
  );
}
