/** A changing picture, e.g. a clip. The owner supplies the pixels and requests redraws. */
import { isEmptyRect, type Size } from '../../../../shared/geometry/rect.ts';
import { LEVELS } from './levels.ts';
import { drawPart, partOf, type PictureSource } from './picture.ts';

interface LiveImage {
  readonly image: CanvasImageSource;
  readonly size: Size;
  /** True: prefer speed to quality. */
  readonly isMoving: boolean;
}

/** @param current returns the pixels now, or `undefined` if there are none yet */
export function createLivePicture(size: Size, current: () => LiveImage | undefined): PictureSource {
  return {
    size,
    opaque: true,
    draw(context, placement, visible, transform, draft) {
      const shown = current();
      if (shown === undefined) return;
      const part = partOf(size, placement, visible, 1);
      if (isEmptyRect(part)) return;
      const zoom = (transform.zoom * placement.width) / size.width;
      context.imageSmoothingEnabled = zoom < LEVELS.crispFrom && zoom !== 1;
      context.imageSmoothingQuality = draft || shown.isMoving || zoom >= 1 ? 'low' : 'medium';
      drawPart(context, shown.image, shown.size, size, part, placement, transform);
    },
    dispose: () => undefined,
  };
}
