/**
 * A thin dark and light line around the mask, visible on any photo. Made from the mask's layer on the
 * screen and shown as a still picture. Only changed parts are redrawn: right after the frame of undo or
 * redo, otherwise once nothing has moved for a moment. It is drawn band by band, so that a stroke need not wait.
 */
import type { Layer } from 'konva/lib/Layer.js';
import {
  intersectRects,
  isEmptyRect,
  unionRects,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import type { FrameLoop } from '../../../pictures/viewer/layers/frame-loop.ts';
import type { MaskChange } from './mask-controller.ts';

export const MASK_OUTLINE = {
  /** Milliseconds of rest before the line is drawn. */
  after: 140,
  /** Device pixels of each of the two lines. */
  width: 1,
  dark: '#000',
  light: '#fff',
  /** A busy window draws a band after this time at the latest, ms. */
  mostIdleWait: 100,
  /** Drawn in one task: some 5 ms. Device pixels. */
  band: 120_000,
} as const;

export interface MaskOutline {
  /** The mask was drawn again in the same view: the line follows. */
  changed(change: MaskChange): void;
  /** The view has changed or there is another mask: the line is no longer true. */
  moved(): void;
  setVisible(isVisible: boolean): void;
  destroy(): void;
}

/** The mask as the line around it sees it. */
export interface OutlinedMask {
  /** The mask on the screen, device pixels; `undefined` without one. */
  bounds(): Rect | undefined;
  /** A part of the photo on the screen, device pixels. */
  place(photoRect: Rect): Rect;
  /** A stroke is under way: the line waits. */
  isBusy(): boolean;
}

export function createMaskOutline(
  layer: Layer,
  frames: FrameLoop,
  mask: OutlinedMask,
): MaskOutline {
  const line = document.createElement('canvas');
  line.setAttribute('aria-hidden', 'true');
  line.dataset['canvas'] = 'mask-outline';
  const context = line.getContext('bitmaprenderer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  let isVisible = true;
  /** The part of the screen that the line's picture covers; `undefined` = there is none. */
  let covered: Rect | undefined;
  /** The part of the screen whose line is not true, as long as there is a picture. */
  let stale: Rect | undefined;
  let drawing: Drawing | undefined;

  function plan(): void {
    stop();
    timer = setTimeout(drawSoon, MASK_OUTLINE.after);
  }

  function drawSoon(): void {
    idle = requestIdleCallback(drawWhenIdle, { timeout: MASK_OUTLINE.mostIdleWait });
  }

  /** Leaves the current frame to the mask itself. */
  function drawAfterFrame(): void {
    stop();
    drawSoon();
  }

  function stop(): void {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    idle = undefined;
    drawing = undefined;
  }

  function remove(): void {
    line.remove();
    drawing = undefined;
    covered = undefined;
    stale = undefined;
  }

  function drawWhenIdle(): void {
    const next = drawing ?? begin();
    if (mask.isBusy()) plan();
    else if (next === undefined) idle = undefined;
    else if (next.rest.height > 0) {
      drawing = withBand(next, layer);
      drawSoon();
    } else {
      stop();
      show(next);
    }
  }

  /** `undefined` when there is no line; what was shown is removed then. */
  function begin(): Drawing | undefined {
    const { width, height } = layer.getNativeCanvasElement();
    const around = mask.bounds();
    const area = around && intersectRects({ x: 0, y: 0, width, height }, grown(around));
    if (context === null || area === undefined || isEmptyRect(area) || !isVisible) {
      remove();
      return undefined;
    }
    const picture = layerOf(area);
    if (picture === undefined || covered === undefined) {
      return picture && { area, picture, rest: area };
    }
    picture.drawImage(line, covered.x - area.x, covered.y - area.y);
    const part = stale && intersectRects(area, grown(stale));
    return { area, picture, rest: part ?? { ...area, height: 0 } };
  }

  function show({ area, picture }: Drawing): void {
    const source = layer.getNativeCanvasElement();
    const ratio = source.width / Math.max(1, source.clientWidth || source.width);
    line.style.cssText = `position: absolute; pointer-events: none; left: ${area.x / ratio}px; top: ${area.y / ratio}px; width: ${area.width / ratio}px; height: ${area.height / ratio}px;`;
    line.width = area.width;
    line.height = area.height;
    context?.transferFromImageBitmap(picture.canvas.transferToImageBitmap());
    covered = area;
    stale = undefined;
    if (line.parentNode === null) source.after(line);
  }

  return {
    changed({ rect, by }) {
      const part = mask.place(rect);
      stale = stale === undefined ? part : unionRects(stale, part);
      plan();
      if (by === 'step') frames.request(drawAfterFrame);
    },
    moved() {
      remove();
      plan();
    },
    setVisible(next) {
      if (isVisible === next) return;
      isVisible = next;
      if (next) plan();
      else remove();
    },
    destroy() {
      stop();
      remove();
    },
  };
}

/** With room for both lines. */
function grown({ x, y, width, height }: Rect): Rect {
  const margin = MASK_OUTLINE.width + 1;
  const left = Math.floor(x) - margin;
  const top = Math.floor(y) - margin;
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) + margin - left,
    height: Math.ceil(y + height) + margin - top,
  };
}

/** A line that is not shown yet. Rectangles in device pixels. */
interface Drawing {
  /** The part of the photo that its picture covers. */
  readonly area: Rect;
  readonly picture: OffscreenCanvasRenderingContext2D;
  /** The part that is still to be drawn; without height: none. */
  readonly rest: Rect;
}

/** Draws the line in the uppermost band of what is left. */
function withBand(drawing: Drawing, layer: Layer): Drawing {
  const { area, picture, rest } = drawing;
  const height = Math.ceil(MASK_OUTLINE.band / Math.max(1, rest.width));
  const band = { ...rest, height: Math.min(height, rest.height) };
  if (!isEmptyRect(band)) drawPart(picture, area, layer.getNativeCanvasElement(), band);
  return {
    ...drawing,
    rest: { ...rest, y: rest.y + band.height, height: rest.height - band.height },
  };
}

/** Draws the line within `part` (device pixels) into the picture, which covers `area`. */
function drawPart(
  picture: OffscreenCanvasRenderingContext2D,
  area: Rect,
  source: HTMLCanvasElement,
  part: Rect,
): void {
  // the pixels beside it decide, too
  const seen = intersectRects(
    { x: 0, y: 0, width: source.width, height: source.height },
    grown(part),
  );
  const outline = outlineOf(source, seen);
  if (outline === undefined) return;
  const left = part.x - area.x;
  const top = part.y - area.y;
  picture.clearRect(left, top, part.width, part.height);
  picture.drawImage(
    outline,
    part.x - seen.x,
    part.y - seen.y,
    part.width,
    part.height,
    left,
    top,
    part.width,
    part.height,
  );
}

/** How often a half-transparent rim is drawn over itself. */
const HARDENING = 4;

/** The dark line just outside of the opaque pixels in `area`, and the light one just inside. */
function outlineOf(source: HTMLCanvasElement, area: Rect): OffscreenCanvas | undefined {
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
  return dark.canvas;
}

function layerOf({ width, height }: Rect): OffscreenCanvasRenderingContext2D | undefined {
  return new OffscreenCanvas(width, height).getContext('2d') ?? undefined;
}

function tint(context: OffscreenCanvasRenderingContext2D, area: Rect, color: string): void {
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = color;
  context.fillRect(0, 0, area.width, area.height);
}
