import { intersectRects, isEmptyRect, type Rect } from '../../../../../shared/geometry/rect.ts';
import { screenToPhoto } from '../../../../viewer/stage/geometry/view.ts';
import type { CanvasSnapshot } from '../../canvas/index.ts';

/** Whole pixels; `undefined` if no part of the photo is visible. */
export function visibleRect(
  { view, stage }: CanvasSnapshot,
  photo: { readonly width: number; readonly height: number },
): Rect | undefined {
  const from = screenToPhoto(view, { x: 0, y: 0 });
  const to = screenToPhoto(view, { x: stage.width, y: stage.height });
  const x = Math.floor(from.x);
  const y = Math.floor(from.y);
  const rect = intersectRects(
    { x: 0, y: 0, width: photo.width, height: photo.height },
    { x, y, width: Math.ceil(to.x) - x, height: Math.ceil(to.y) - y },
  );
  return isEmptyRect(rect) ? undefined : rect;
}
