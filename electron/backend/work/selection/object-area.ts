import {
  intersectRects,
  rectOfSize,
  type Point,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import type { HeldPicture, SelectionWork } from './messages.ts';

/** Pixels of the coarse pass. */
export const COARSE_PIXELS = 80_000;

const AREA = {
  /** Fraction of a gesture's bounds, where GrabCut learns the surroundings. */
  aroundLoop: 0.25,
  /** Fraction of the longer side; a scribble says less about the size. */
  aroundScribble: 0.6,
  /** Least padding as a multiple of the brush width. */
  ofBrush: 2,
  /** Pixels. */
  least: 32,
} as const;

/** Photo space; empty if the gesture is outside. */
export function surroundingsOf({
  gesture,
  strokes,
  photo,
}: Pick<SelectionWork['object']['order'], 'gesture' | 'strokes' | 'photo'>): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  const take = (points: readonly Point[], beyond: number): void => {
    for (const { x, y } of points) {
      left = Math.min(left, x - beyond);
      top = Math.min(top, y - beyond);
      right = Math.max(right, x + beyond);
      bottom = Math.max(bottom, y + beyond);
    }
  };
  const isLoop = gesture.kind === 'loop';
  take(gesture.points, isLoop ? 0 : gesture.width / 2);
  for (const stroke of strokes) take(stroke.points, stroke.width / 2);
  const drawn = intersectRects(outwards(left, top, right, bottom), rectOfSize(photo));
  if (drawn.width === 0 || drawn.height === 0) return drawn;
  const least = Math.max(AREA.least, isLoop ? 0 : gesture.width * AREA.ofBrush);
  const ofScribble = Math.max(drawn.width, drawn.height) * AREA.aroundScribble;
  const across = Math.max(least, isLoop ? drawn.width * AREA.aroundLoop : ofScribble);
  const down = Math.max(least, isLoop ? drawn.height * AREA.aroundLoop : ofScribble);
  return intersectRects(
    outwards(
      drawn.x - across,
      drawn.y - down,
      drawn.x + drawn.width + across,
      drawn.y + drawn.height + down,
    ),
    rectOfSize(photo),
  );
}

function outwards(left: number, top: number, right: number, bottom: number): Rect {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y };
}

export function toHeldPixels(picture: HeldPicture, { x, y, width, height }: Rect): Rect {
  const across = picture.width / picture.rect.width;
  const down = picture.height / picture.rect.height;
  const left = Math.min(picture.width - 1, Math.round((x - picture.rect.x) * across));
  const top = Math.min(picture.height - 1, Math.round((y - picture.rect.y) * down));
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(picture.width - left, Math.round(width * across))),
    height: Math.max(1, Math.min(picture.height - top, Math.round(height * down))),
  };
}
