import type { Size } from '../../../../shared/geometry/rect.ts';

export function createDifferencePainter({ width, height }: Size) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  /** Cached, so that a still frame is not computed again. */
  let painted: { a: CanvasImageSource; b: CanvasImageSource; gain: number } | undefined;
  return {
    /**
     * Multiplies the absolute difference of each channel by `gain`, a power of two. Blending makes it
     * exact. A picture of another size is scaled.
     */
    paint(a: CanvasImageSource, b: CanvasImageSource, gain: number): OffscreenCanvas {
      if (context === null) return canvas;
      if (painted?.a === a && painted.b === b && painted.gain === gain) return canvas;
      painted = { a, b, gain };
      context.globalCompositeOperation = 'copy';
      context.drawImage(a, 0, 0, width, height);
      context.globalCompositeOperation = 'difference';
      context.drawImage(b, 0, 0, width, height);
      // added to itself: twice as bright, clipped at white
      context.globalCompositeOperation = 'lighter';
      for (let times = 1; times < gain; times *= 2) context.drawImage(canvas, 0, 0);
      return canvas;
    },
  };
}
