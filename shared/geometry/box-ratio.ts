/** Keeps the ratio of boxes. Sides are whole pixels, so it is approximate. */
import {
  moveSpan,
  sideOf,
  type BoxHandle,
  type BoxLimits,
  type BoxStop,
  type EditedBox,
} from './box-edit.ts';
import type { Point, Rect, Size } from './rect.ts';

/** @param handle an edge grows the box symmetrically @param ratio width / height */
export function resizeWithRatio(
  box: Rect,
  handle: BoxHandle,
  by: Point,
  limits: BoxLimits,
  ratio: number,
): EditedBox {
  const { photo, required, minSide, maxPixels } = limits;
  const across = axisOf(box.x, box.width, photo.width, required.x, required.width);
  const down = axisOf(box.y, box.height, photo.height, required.y, required.height);
  const sideX = sideOf(handle, 'w', 'e');
  const sideY = sideOf(handle, 'n', 's');
  const roomX = roomOf(across, sideX);
  const roomY = roomOf(down, sideY);

  const wanted = wantedWidth(box, sideX, sideY, by, ratio);
  const inPhoto = Math.min(roomX, Math.round(roomY * ratio));
  const inPixels = Math.floor(Math.sqrt(maxPixels * ratio));
  const most = Math.min(inPhoto, inPixels);
  const held = Math.max(leastOf(across, sideX), Math.ceil(leastOf(down, sideY) * ratio));
  const smallest = Math.min(Math.ceil(Math.max(minSide, minSide * ratio)), box.width);
  const least = Math.min(most, Math.max(1, held, smallest));

  const width = Math.min(most, Math.max(least, wanted));
  const size = {
    width,
    height: Math.max(1, Math.min(roomY, Math.round(width / ratio), Math.floor(maxPixels / width))),
  };
  const stop = stopOf(
    wanted,
    width,
    inPixels < inPhoto ? 'largest' : 'photo',
    held > smallest ? 'required' : 'smallest',
  );
  return { rect: placed(size, across, down, sideX, sideY), stop };
}

type Side = 'low' | 'high' | undefined;

interface Axis {
  readonly start: number;
  readonly length: number;
  readonly limit: number;
  readonly requiredStart: number;
  /** 0 or less if nothing is required. */
  readonly requiredLength: number;
}

function axisOf(
  start: number,
  length: number,
  limit: number,
  requiredStart: number,
  requiredLength: number,
): Axis {
  return { start, length, limit, requiredStart, requiredLength };
}

function roomOf({ start, length, limit }: Axis, side: Side): number {
  if (side === 'low') return start + length;
  return side === 'high' ? limit - start : limit;
}

function leastOf({ start, length, requiredStart, requiredLength }: Axis, side: Side): number {
  if (requiredLength <= 0) return 0;
  if (side === 'low') return start + length - requiredStart;
  return side === 'high' ? requiredStart + requiredLength - start : requiredLength;
}

/** A corner follows the larger movement. */
function wantedWidth(box: Rect, sideX: Side, sideY: Side, by: Point, ratio: number): number {
  const byX = sideX === undefined ? 0 : sideX === 'high' ? by.x : -by.x;
  const byY = (sideY === undefined ? 0 : sideY === 'high' ? by.y : -by.y) * ratio;
  return Math.round(box.width + (Math.abs(byX) >= Math.abs(byY) ? byX : byY));
}

function stopOf(
  wanted: number,
  width: number,
  atMost: BoxStop,
  atLeast: BoxStop,
): BoxStop | undefined {
  if (wanted === width) return undefined;
  return wanted > width ? atMost : atLeast;
}

function placed(size: Size, across: Axis, down: Axis, sideX: Side, sideY: Side): Rect {
  return {
    x: startFor(size.width, across, sideX),
    y: startFor(size.height, down, sideY),
    ...size,
  };
}

/** Returns where the box begins: its other end stays, or its centre as far as the photo allows. */
function startFor(length: number, axis: Axis, side: Side): number {
  if (side === 'high') return axis.start;
  if (side === 'low') return axis.start + axis.length - length;
  const middle = Math.round(axis.start + (axis.length - length) / 2);
  return moveSpan(middle, length, 0, axis.limit, axis.requiredStart, axis.requiredLength).start;
}
