/**
 * Shows an idle Konva layer as a bitmap. Chromium's software compositor copies every visible 2D
 * canvas per frame (0.7 ms at 1440 × 900), but not a canvas that shows a bitmap.
 */
import type { Layer } from 'konva/lib/Layer.js';

export const STILL_LAYER = {
  restAfter: 150,
} as const;

/** Hides the layer while it is empty. */
export function createStillLayer(layer: Layer) {
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
    destroy(): void {
      clearTimeout(timer);
      layer.off('draw.still');
      wake();
    },
  };
}
