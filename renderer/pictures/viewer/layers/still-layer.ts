/**
 * Shows an idle Konva layer as a still picture. Chromium's software compositor copies every visible 2D
 * canvas in every changed frame, drawn on or not (0.7 ms each at 1440 × 900). It doesn't copy a canvas
 * that shows a bitmap, so drawing on another layer, or following the pointer, costs only that.
 */
import type { Layer } from 'konva/lib/Layer.js';

export const STILL_LAYER = {
  /** Milliseconds without redrawing after which a layer is at rest. */
  restAfter: 150,
} as const;

export interface StillLayer {
  /** Shows the picture now, without waiting: another layer is about to be drawn on. */
  rest(): void;
  destroy(): void;
}

/** Watches the layer's drawing; an empty layer is not shown at all. */
export function createStillLayer(layer: Layer): StillLayer {
  const still = document.createElement('canvas');
  still.setAttribute('aria-hidden', 'true');
  const context = still.getContext('bitmaprenderer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting = false;

  function rest(): void {
    clearTimeout(timer);
    const canvas = layer.getNativeCanvasElement();
    if (resting || context === null || canvas.width === 0 || canvas.height === 0) return;
    resting = true;
    if (layer.hasChildren()) {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      copy.getContext('2d')?.drawImage(canvas, 0, 0);
      context.transferFromImageBitmap(copy.transferToImageBitmap());
      still.style.cssText = canvas.style.cssText;
      canvas.after(still);
    }
    canvas.style.display = 'none';
  }

  function drawn(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, STILL_LAYER.restAfter);
    wake();
  }

  function wake(): void {
    if (!resting) return;
    resting = false;
    layer.getNativeCanvasElement().style.display = 'block';
    still.remove();
  }

  layer.on('draw.still', drawn);
  drawn();

  return {
    rest,
    destroy() {
      clearTimeout(timer);
      layer.off('draw.still');
      wake();
    },
  };
}
