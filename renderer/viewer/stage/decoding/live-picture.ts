/** A changing picture, e.g. a clip. The owner supplies the pixels and requests redraws. */
import { isEmptyRect, type Size } from '../../../../shared/geometry/rect.ts';
import { LEVELS } from './levels.ts';
import { partOf, type PictureSource } from './picture.ts';

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
      const across = placement.width / size.width;
      const down = placement.height / size.height;
      const zoom = transform.zoom * across;
      context.imageSmoothingEnabled = zoom < LEVELS.crispFrom && zoom !== 1;
      context.imageSmoothingQuality = draft || shown.isMoving || zoom >= 1 ? 'low' : 'medium';
      const sourceAcross = shown.size.width / size.width;
      const sourceDown = shown.size.height / size.height;
      context.drawImage(
        shown.image,
        part.x * sourceAcross,
        part.y * sourceDown,
        part.width * sourceAcross,
        part.height * sourceDown,
        (placement.x + part.x * across) * transform.zoom + transform.x,
        (placement.y + part.y * down) * transform.zoom + transform.y,
        part.width * across * transform.zoom,
        part.height * down * transform.zoom,
      );
    },
    dispose: () => undefined,
  };
}
