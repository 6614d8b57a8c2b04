/** The difference of two pictures, brightened: what the eye misses. */
import type { Size } from '../../../../shared/geometry/rect.ts';

/** Draws differences on a canvas of its own. */
export interface DifferencePainter {
  /**
   * The absolute difference of each channel, times `gain` (a power of two), up to white. Exact: the
   * browser's own blending. A picture of another size is scaled.
   */
  paint(a: CanvasImageSource, b: CanvasImageSource, gain: number): OffscreenCanvas;
}

export function createDifferencePainter({ width, height }: Size): DifferencePainter {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  /** The last one: a frame that stands still is not computed again. */
  let painted: { a: CanvasImageSource; b: CanvasImageSource; gain: number } | undefined;
  return {
    paint(a, b, gain) {
      if (context === null) return canvas;
      if (painted?.a === a && painted.b === b && painted.gain === gain) return canvas;
      painted = { a, b, gain };
      context.globalCompositeOperation = 'copy';
      context.drawImage(a, 0, 0, width, height);
      context.globalCompositeOperation = 'difference';
      context.drawImage(b, 0, 0, width, height);
      // added to itself: twice as bright, and no brighter than white
      context.globalCompositeOperation = 'lighter';
      for (let times = 1; times < gain; times *= 2) context.drawImage(canvas, 0, 0);
      return canvas;
    },
  };
}
