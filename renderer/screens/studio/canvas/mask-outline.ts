/**
 * Outlines the mask from its rendered layer as a still picture. Redraws changed parts after undo
 * and redo, or at rest, in bands so that strokes need not wait.
 */
import type { Layer } from 'konva/lib/Layer.js';
import {
  intersectRects,
  isEmptyRect,
  unionRects,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import type { FrameLoop } from '../../../viewer/stage/layers/frame-loop.ts';
import type { MaskChange } from './mask-controller.ts';

export const MASK_OUTLINE = {
  /** Milliseconds of rest. */
  after: 140,
  /** Device pixels per line. */
  width: 1,
  dark: '#000',
  light: '#fff',
  /** Maximum wait for an idle window, ms. */
  mostIdleWait: 100,
  /** Device pixels per task, some 5 ms. */
  band: 120_000,
} as const;

interface OutlinedMask {
  /** Device pixels. */
  bounds(): Rect | undefined;
  /** Converts photo space to device pixels. */
  place(photoRect: Rect): Rect;
  /** True while a stroke delays the outline. */
  isBusy(): boolean;
}

export function createMaskOutline(layer: Layer, frames: FrameLoop, mask: OutlinedMask) {
  const line = document.createElement('canvas');
  line.setAttribute('aria-hidden', 'true');
  line.dataset['canvas'] = 'mask-outline';
  const context = line.getContext('bitmaprenderer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  let isVisible = true;
  /** Device pixels; `undefined` without a picture. */
  let covered: Rect | undefined;
  /** The part of the picture that is out of date. */
  let stale: Rect | undefined;
  let drawing: Drawing | undefined;

  function plan(): void {
    stop();
    timer = setTimeout(drawSoon, MASK_OUTLINE.after);
  }

  function drawSoon(): void {
    idle = requestIdleCallback(drawWhenIdle, { timeout: MASK_OUTLINE.mostIdleWait });
  }

  /** Leaves the current frame to the mask. */
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

  /** Removes the picture and returns `undefined` if there is nothing to outline. */
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
    /** The mask changed in the same view. */
    changed({ rect, by }: MaskChange): void {
      const part = mask.place(rect);
      stale = stale === undefined ? part : unionRects(stale, part);
      plan();
      if (by === 'step') frames.request(drawAfterFrame);
    },
    /** The view or the mask was replaced. */
    moved(): void {
      remove();
      plan();
    },
    setVisible(next: boolean): void {
      if (isVisible === next) return;
      isVisible = next;
      if (next) plan();
      else remove();
    },
    destroy(): void {
      stop();
      remove();
    },
  };
}

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

/** Not shown yet. Device pixels. */
interface Drawing {
  readonly area: Rect;
  readonly picture: OffscreenCanvasRenderingContext2D;
  /** To be drawn; empty when its height is 0. */
  readonly rest: Rect;
}

/** Draws the topmost band of the rest. */
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

/** @param part device pixels */
function drawPart(
  picture: OffscreenCanvasRenderingContext2D,
  area: Rect,
  source: HTMLCanvasElement,
  part: Rect,
): void {
  // neighbouring pixels matter, too
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

/** How often a translucent edge is drawn over itself. */
const HARDENING = 4;

/** Draws a dark line outside the opaque pixels and a light one inside. */
function outlineOf(source: HTMLCanvasElement, area: Rect): OffscreenCanvas | undefined {
  const [shape, dark, light, core] = [0, 1, 2, 3].map(() => layerOf(area));
  if (!shape || !dark || !light || !core) return undefined;
  // hardens a smooth edge, which would give a pale line
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
  // dilated by a pixel, minus the mask
  for (const [x, y] of around) put(dark, x, y);
  dark.globalCompositeOperation = 'destination-out';
  put(dark, 0, 0);
  tint(dark, area, MASK_OUTLINE.dark);
  // the mask, minus itself eroded by a pixel
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
