import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { DeviceTransform } from '../geometry/device-transform.ts';

export type Scratch = ReturnType<typeof createScratch>;

export function createScratch() {
  let canvas: OffscreenCanvas | undefined;
  return {
    /** @param part whole device pixels, cleared first @param paint must use the given transform */
    through(
      context: CanvasRenderingContext2D,
      { x, y, width, height }: Rect,
      transform: DeviceTransform,
      opacity: number,
      paint: (context: CanvasRenderingContext2D, transform: DeviceTransform) => void,
    ): void {
      if (canvas === undefined || canvas.width < width || canvas.height < height) {
        canvas = new OffscreenCanvas(width, height);
      }
      const own = canvas.getContext('2d');
      if (own === null) return;
      own.clearRect(0, 0, canvas.width, canvas.height);
      own.globalAlpha = 1;
      own.globalCompositeOperation = 'source-over';
      // both contexts have the same drawing methods
      const asCanvas = own as unknown as CanvasRenderingContext2D;
      paint(asCanvas, { ...transform, x: transform.x - x, y: transform.y - y });
      context.globalAlpha = opacity;
      context.drawImage(canvas, 0, 0, width, height, x, y, width, height);
      context.globalAlpha = 1;
    },
    dispose(): void {
      canvas = undefined;
    },
  };
}
