/**
 * Draws strokes alike in window and backend, so that the saved picture is the one shown. Drawing a
 * stroke piece by piece has the same result.
 */
import type { BlendStroke } from '../contract/blend.ts';
import { intersectRects, isEmptyRect, unionRects, type Rect } from '../geometry/rect.ts';
import type { BlendFrame } from './blend-frame.ts';

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Frame pixels beyond the radius, as an edge is softened over at least one. */
const SOFTENED = 1;

/** @param cover 0 … 255 for each pixel of `frame.part` @returns the changed part */
export function coverStroke(
  cover: Uint8Array,
  frame: BlendFrame,
  stroke: BlendStroke,
  fromPoint = 0,
): Rect {
  const { points } = stroke;
  const count = points.length / 2;
  let changed = NOTHING;
  for (let index = Math.max(0, fromPoint - 1); index < count; index++) {
    const isLast = index === count - 1;
    if (isLast && count > 1) break;
    const next = isLast ? index : index + 1;
    const segment = toFrame(frame, stroke, index, next);
    changed = unionRects(changed, coverSegment(cover, frame.part, segment, stroke));
  }
  return changed;
}

export function coverOf(frame: BlendFrame, strokes: readonly BlendStroke[]): Uint8Array {
  const cover = new Uint8Array(frame.part.width * frame.part.height);
  for (const stroke of strokes) coverStroke(cover, frame, stroke);
  return cover;
}

/** Frame pixels. */
interface Segment {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
  readonly radius: number;
}

function toFrame(
  { rect, size }: BlendFrame,
  stroke: BlendStroke,
  from: number,
  to: number,
): Segment {
  const across = size.width / rect.width;
  const down = size.height / rect.height;
  const { points } = stroke;
  return {
    fromX: ((points[from * 2] ?? 0) - rect.x) * across,
    fromY: ((points[from * 2 + 1] ?? 0) - rect.y) * down,
    toX: ((points[to * 2] ?? 0) - rect.x) * across,
    toY: ((points[to * 2 + 1] ?? 0) - rect.y) * down,
    radius: stroke.radius * across,
  };
}

function coverSegment(
  cover: Uint8Array,
  part: Rect,
  { fromX, fromY, toX, toY, radius }: Segment,
  { hardness, isErase }: BlendStroke,
): Rect {
  const reach = radius + SOFTENED;
  const left = Math.floor(Math.min(fromX, toX) - reach);
  const top = Math.floor(Math.min(fromY, toY) - reach);
  const right = Math.ceil(Math.max(fromX, toX) + reach);
  const bottom = Math.ceil(Math.max(fromY, toY) + reach);
  const box = intersectRects({ x: left, y: top, width: right - left, height: bottom - top }, part);
  if (isEmptyRect(box)) return NOTHING;
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const length = alongX * alongX + alongY * alongY;
  const fade = Math.max(1, radius * (1 - hardness));
  const edge = radius + 0.5;
  for (let y = box.y; y < box.y + box.height; y++) {
    const offsetY = y + 0.5 - fromY;
    let index = (y - part.y) * part.width + (box.x - part.x);
    for (let x = box.x; x < box.x + box.width; x++, index++) {
      const offsetX = x + 0.5 - fromX;
      const along = length === 0 ? 0 : (offsetX * alongX + offsetY * alongY) / length;
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      const awayX = offsetX - alongX * share;
      const awayY = offsetY - alongY * share;
      const away = Math.sqrt(awayX * awayX + awayY * awayY);
      if (away >= edge) continue;
      const value = Math.round(255 * smooth((edge - away) / fade));
      const before = cover[index] ?? 0;
      if (isErase) cover[index] = Math.min(before, 255 - value);
      else if (value > before) cover[index] = value;
    }
  }
  return box;
}

/** Smoothstep: 0 below 0, 1 above 1. */
export function smooth(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  return share * share * (3 - 2 * share);
}
