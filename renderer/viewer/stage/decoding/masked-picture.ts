import { intersectRects, isEmptyRect, type Size } from '../../../../shared/geometry/rect.ts';
import type { PictureSource } from './picture.ts';
import { deviceRect } from '../geometry/device-transform.ts';
import { createScratch } from '../layers/scratch.ts';

/** Changed by its owner, who must then request a redraw. */
export interface PictureWeight {
  /** Its alpha is the weight of each pixel; stretched to the picture. `undefined`: all visible. */
  image(): { readonly image: CanvasImageSource; readonly size: Size } | undefined;
  /** Of the whole picture, 0 … 1. */
  opacity(): number;
}

export function createMaskedPicture(picture: PictureSource, weight: PictureWeight): PictureSource {
  const scratch = createScratch();
  return {
    size: picture.size,
    opaque: false,
    draw(context, placement, visible, transform, draft) {
      const part = deviceRect(intersectRects(placement, visible), transform);
      const opacity = weight.opacity();
      if (isEmptyRect(part) || opacity <= 0) return;
      scratch.through(context, part, transform, opacity, (weighed, shifted) => {
        picture.draw(weighed, placement, visible, shifted, draft);
        const shown = weight.image();
        if (shown === undefined) return;
        const { zoom } = shifted;
        weighed.globalCompositeOperation = 'destination-in';
        weighed.imageSmoothingEnabled = true;
        weighed.drawImage(
          shown.image,
          placement.x * zoom + shifted.x,
          placement.y * zoom + shifted.y,
          placement.width * zoom,
          placement.height * zoom,
        );
      });
    },
    dispose() {
      scratch.dispose();
      picture.dispose();
    },
  };
}
