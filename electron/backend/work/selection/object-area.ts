import { intersectRects, rectOfSize, type Rect } from '../../../../shared/geometry/rect.ts';
import { createBounds } from './finder-geometry.ts';
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
  least: 32,
} as const;

/** Photo space; empty if the gesture is outside. */
export function surroundingsOf({
  gesture,
  strokes,
  photo,
}: Pick<SelectionWork['object']['order'], 'gesture' | 'strokes' | 'photo'>): Rect {
  const bounds = createBounds();
  const isLoop = gesture.kind === 'loop';
  bounds.take(gesture.points, isLoop ? 0 : gesture.width / 2);
  for (const stroke of strokes) bounds.take(stroke.points, stroke.width / 2);
  const drawn = intersectRects(bounds.outwards(), rectOfSize(photo));
  if (drawn.width === 0 || drawn.height === 0) return drawn;
  const least = Math.max(AREA.least, isLoop ? 0 : gesture.width * AREA.ofBrush);
  const ofScribble = Math.max(drawn.width, drawn.height) * AREA.aroundScribble;
  const across = Math.max(least, isLoop ? drawn.width * AREA.aroundLoop : ofScribble);
  const down = Math.max(least, isLoop ? drawn.height * AREA.aroundLoop : ofScribble);
  const { x, y, width, height } = drawn;
  const around = createBounds();
  around.take([
    { x: x - across, y: y - down },
    { x: x + width + across, y: y + height + down },
  ]);
  return intersectRects(around.outwards(), rectOfSize(photo));
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
