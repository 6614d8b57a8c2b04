/** A picture that is seen in part: each of its pixels as much as a weight says. */
import { intersectRects, isEmptyRect, type Rect, type Size } from '../../shared/geometry/rect.ts';
import type { DeviceTransform, PictureSource } from './picture.ts';

/** How much of a picture is seen. Its owner changes it and asks the viewer to draw. */
export interface PictureWeight {
  /** Its alpha is the weight of each pixel; as large as the picture, or stretched. `undefined`: all of it is seen. */
  image(): { readonly image: CanvasImageSource; readonly size: Size } | undefined;
  /** Of the whole picture, 0 … 1. */
  opacity(): number;
}

export function createMaskedPicture(picture: PictureSource, weight: PictureWeight): PictureSource {
  /** The visible part is weighed beside the stage, in device pixels. */
  let scratch: OffscreenCanvas | undefined;

  function scratchOf({ width, height }: Size): OffscreenCanvasRenderingContext2D | null {
    if (scratch === undefined || scratch.width < width || scratch.height < height) {
      scratch = new OffscreenCanvas(width, height);
    }
    const context = scratch.getContext('2d');
    context?.clearRect(0, 0, scratch.width, scratch.height);
    return context;
  }

  return {
    size: picture.size,
    opaque: false,
    draw(context, placement, visible, transform, draft) {
      const part = deviceRect(intersectRects(placement, visible), transform);
      const opacity = weight.opacity();
      if (isEmptyRect(part) || opacity <= 0) return;
      const weighed = scratchOf(part);
      if (weighed === null || scratch === undefined) return;
      const shifted = { ...transform, x: transform.x - part.x, y: transform.y - part.y };
      // both kinds of context draw in the same way
      const asCanvas = weighed as unknown as CanvasRenderingContext2D;
      weighed.globalCompositeOperation = 'source-over';
      picture.draw(asCanvas, placement, visible, shifted, draft);
      const shown = weight.image();
      if (shown !== undefined) {
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
      }
      context.globalAlpha = opacity;
      const { x, y, width, height } = part;
      context.drawImage(scratch, 0, 0, width, height, x, y, width, height);
      context.globalAlpha = 1;
    },
    dispose() {
      scratch = undefined;
      picture.dispose();
    },
  };
}

/** The whole device pixels that a part of photo space touches. */
function deviceRect(part: Rect, { zoom, x, y }: DeviceTransform): Rect {
  const left = Math.floor(part.x * zoom + x);
  const top = Math.floor(part.y * zoom + y);
  return {
    x: left,
    y: top,
    width: Math.ceil((part.x + part.width) * zoom + x) - left,
    height: Math.ceil((part.y + part.height) * zoom + y) - top,
  };
}
