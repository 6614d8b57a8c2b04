/** Uses adjusted boxes while they contain everything painted, else Gesso's own. */
import { maskBounds } from '../../../../shared/geometry/mask-bounds.ts';
import {
  connectedGroups,
  createPixelCounter,
  paintedCells,
} from '../../../../shared/geometry/mask-cells.ts';
import { isEmptyRect, rectArea, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { assignPixels } from '../../../../shared/geometry/region-assignment.ts';
import { REGION, placeRegions } from '../../../../shared/geometry/regions.ts';
import type { BoxLimits } from '../../../../shared/geometry/box-edit.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** Photo pixels: a smaller box has no context to continue. */
const LEAST_CLEANUP_BOX = 64;

interface PlannedBox {
  /** Photo space. */
  readonly rect: Rect;
  /** True if it alone contains painted pixels; otherwise it is not sent. */
  readonly isUsed: boolean;
}

export interface BoxPlan {
  readonly boxes: readonly PlannedBox[];
  readonly isByHand: boolean;
  /** A painted part outside all adjusted boxes, which are therefore ignored. */
  readonly leftOut: Rect | undefined;
}

export const NO_BOXES: BoxPlan = { boxes: [], isByHand: false, leftOut: undefined };

/** @param tiles inside the photo @param byHand adjusted boxes, photo space */
export function planBoxes(
  tiles: readonly PackedMaskTile[],
  byHand: readonly Rect[] | undefined,
  photo: Size,
): BoxPlan {
  if (isEmptyRect(maskBounds(tiles))) return NO_BOXES;
  const own = () => ownBoxes(tiles, photo).map((rect) => ({ rect, isUsed: true }));
  if (byHand === undefined) return { ...NO_BOXES, boxes: own() };
  const { owned, left } = assignPixels(tiles, byHand, photo);
  const isUsed = (index: number): boolean => (owned[index] ?? []).length > 0;
  if (left.length === 0) {
    const boxes = byHand.map((rect, index) => ({ rect, isUsed: isUsed(index) }));
    return { boxes, isByHand: true, leftOut: undefined };
  }
  // Boxes of another mask are ignored silently.
  const isMeant = byHand.some((_, index) => isUsed(index));
  const leftOut = isMeant ? maskBounds(left) : undefined;
  return { boxes: own(), isByHand: false, leftOut };
}

/** Warms the cache for a tile's bits, so that planning the whole mask is fast. */
export function readTile(tile: PackedMaskTile): void {
  maskBounds([tile]);
  const countPixels = createPixelCounter([tile]);
  for (const group of connectedGroups(paintedCells([tile]))) countPixels(group);
}

/** A box must keep the painted part that no other box contains. */
export function limitsOfBox(
  tiles: readonly PackedMaskTile[],
  boxes: readonly Rect[],
  index: number,
  photo: Size,
): BoxLimits {
  const others = boxes.filter((_, at) => at !== index);
  const required = maskBounds(assignPixels(tiles, others, photo).left);
  return { photo, required, minSide: LEAST_CLEANUP_BOX, maxPixels: REGION.maxPixels };
}

export function usedBoxes({ boxes }: BoxPlan): readonly Rect[] {
  return boxes.filter(({ isUsed }) => isUsed).map(({ rect }) => rect);
}

export function pixelsOf(rects: readonly Rect[]): number {
  return rects.reduce((sum, rect) => sum + rectArea(rect), 0);
}

export function ownBoxes(tiles: readonly PackedMaskTile[], photo: Size): readonly Rect[] {
  if (isEmptyRect(maskBounds(tiles))) return [];
  return placeRegions(tiles, photo);
}
