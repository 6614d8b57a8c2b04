/**
 * A thin dark and light line around the mask, so that it is seen on any photo, also on one of its own
 * colour. Drawn when nothing has moved for a moment, from the mask's layer as it is on the screen, and
 * shown as a still picture: while a stroke or the view is under way it costs nothing.
 */
import type { Layer } from 'konva/lib/Layer.js';
import { intersectRects, isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';

export const MASK_OUTLINE = {
  /** Milliseconds of rest before the line is drawn. */
  after: 140,
  /** Device pixels of each of the two lines. */
  width: 1,
  dark: '#000',
  light: '#fff',
} as const;

export interface MaskOutline {
  /** The mask was drawn again in the same view: the line follows in a moment. */
  changed(): void;
  /** The view has changed or there is another mask: the line is no longer true. */
  moved(): void;
  setVisible(isVisible: boolean): void;
  destroy(): void;
}

/**
 * @param bounds of the mask on the screen, device pixels; `undefined` without one
 * @param isBusy a stroke is under way: the line waits
 */
export function createMaskOutline(
  layer: Layer,
  bounds: () => Rect | undefined,
  isBusy: () => boolean,
): MaskOutline {
  const line = document.createElement('canvas');
  line.setAttribute('aria-hidden', 'true');
  line.dataset['canvas'] = 'mask-outline';
  const context = line.getContext('bitmaprenderer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  let isVisible = true;

  function plan(): void {
    stop();
    timer = setTimeout(() => {
      idle = requestIdleCallback(draw);
    }, MASK_OUTLINE.after);
  }

  function stop(): void {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    idle = undefined;
  }

  function draw(): void {
    if (isBusy()) {
      plan();
      return;
    }
    const source = layer.getNativeCanvasElement();
    const margin = MASK_OUTLINE.width + 1;
    const around = bounds();
    const area =
      around === undefined
        ? undefined
        : intersectRects(
            { x: 0, y: 0, width: source.width, height: source.height },
            {
              x: Math.floor(around.x) - margin,
              y: Math.floor(around.y) - margin,
              width: Math.ceil(around.width) + 2 * margin + 1,
              height: Math.ceil(around.height) + 2 * margin + 1,
            },
          );
    if (context === null || area === undefined || isEmptyRect(area) || !isVisible) {
      line.remove();
      return;
    }
    const picture = outlineOf(source, area);
    if (picture === undefined) return;
    const ratio = source.width / Math.max(1, source.clientWidth || source.width);
    line.style.cssText = `position: absolute; pointer-events: none; left: ${area.x / ratio}px; top: ${area.y / ratio}px; width: ${area.width / ratio}px; height: ${area.height / ratio}px;`;
    line.width = area.width;
    line.height = area.height;
    context.transferFromImageBitmap(picture);
    if (line.parentNode === null) source.after(line);
  }

  return {
    changed: plan,
    moved() {
      if (line.parentNode !== null) line.remove();
      plan();
    },
    setVisible(next) {
      if (isVisible === next) return;
      isVisible = next;
      if (next) plan();
      else line.remove();
    },
    destroy() {
      stop();
      line.remove();
    },
  };
}

/** How often a half-transparent rim is drawn over itself. */
const HARDENING = 4;

/** The dark line just outside of the opaque pixels in `area`, and the light one just inside. */
function outlineOf(source: HTMLCanvasElement, area: Rect): ImageBitmap | undefined {
  const [shape, dark, light, core] = [0, 1, 2, 3].map(() => layerOf(area));
  if (!shape || !dark || !light || !core) return undefined;
  // a smooth rim would make a pale line: drawn over itself it becomes a hard one
  for (let pass = 0; pass < HARDENING; pass++) shape.drawImage(source, -area.x, -area.y);
  const put = (to: OffscreenCanvasRenderingContext2D, x: number, y: number): void => {
    to.drawImage(shape.canvas, x, y);
  };
  const { width } = MASK_OUTLINE;
  const around = [
    [-width, 0],
    [width, 0],
    [0, -width],
    [0, width],
  ] as const;
  // grown by a pixel, without the mask itself
  for (const [x, y] of around) put(dark, x, y);
  dark.globalCompositeOperation = 'destination-out';
  put(dark, 0, 0);
  tint(dark, area, MASK_OUTLINE.dark);
  // the mask minus itself shrunk by a pixel
  put(core, 0, 0);
  core.globalCompositeOperation = 'destination-in';
  for (const [x, y] of around) put(core, x, y);
  put(light, 0, 0);
  light.globalCompositeOperation = 'destination-out';
  light.drawImage(core.canvas, 0, 0);
  tint(light, area, MASK_OUTLINE.light);
  dark.globalCompositeOperation = 'source-over';
  dark.drawImage(light.canvas, 0, 0);
  return dark.canvas.transferToImageBitmap();
}

function layerOf({ width, height }: Rect): OffscreenCanvasRenderingContext2D | undefined {
  return new OffscreenCanvas(width, height).getContext('2d') ?? undefined;
}

function tint(context: OffscreenCanvasRenderingContext2D, area: Rect, color: string): void {
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, area.width, area.height);
}
