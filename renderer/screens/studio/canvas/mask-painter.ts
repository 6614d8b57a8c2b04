/**
 * Draws strokes directly into the layer's canvas, and the tiles after view changes and undo. The
 * layer is opaque and its element has the opacity, so strokes never overlap darker.
 */
import type { Layer } from 'konva/lib/Layer.js';
import {
  intersectRects,
  isEmptyRect,
  unionRects,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import { createMaskChunks, type MaskChunks } from './mask-chunks.ts';
import { drawChunks, eachChunk, wordOfColor } from './mask-drawing.ts';
import { type TaperEnd, rasteriseTaper, taperBody } from './rasteriser.ts';
import type { FrameLoop } from '../../../viewer/stage/layers/frame-loop.ts';
import { createViewLayer } from '../../../viewer/stage/layers/view-layer.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import { LEVELS } from '../../../viewer/stage/decoding/levels.ts';
import type { DeviceTransform } from '../../../viewer/stage/geometry/device-transform.ts';

/** `color`: any CSS colour; `opacity`: 0 … 1. */
export interface MaskAppearance {
  readonly color: string;
  readonly opacity: number;
}

export type MaskPainter = ReturnType<typeof createMaskPainter>;

const INITIAL_APPEARANCE: MaskAppearance = { color: '#ff2ec4', opacity: 0.5 };

/** @param recoloured the colour has changed */
export function createMaskPainter(
  layer: Layer,
  viewport: Viewport,
  frames: FrameLoop,
  recoloured: () => void,
) {
  let chunks: MaskChunks | undefined;
  let appearance = INITIAL_APPEARANCE;
  let preparing: number | undefined;
  /** Photo space. */
  let due: Rect | undefined;
  let colorWord = wordOfColor(appearance.color);
  const surface = createViewLayer(layer, viewport, (context, rect) => {
    if (chunks !== undefined) drawChunks(context, chunks, viewport, rect, appearance.color);
  });
  applyOpacity();

  function applyOpacity(): void {
    layer.getNativeCanvasElement().style.opacity = String(appearance.opacity);
  }

  /** Returns whole device pixels, including the spill of filtering. */
  function deviceRect(photoRect: Rect): Rect {
    const { zoom, x, y } = viewport.transform;
    const spill = Math.ceil(Math.max(1, zoom)) + 1;
    const left = Math.floor(photoRect.x * zoom + x) - spill;
    const top = Math.floor(photoRect.y * zoom + y) - spill;
    const right = Math.ceil((photoRect.x + photoRect.width) * zoom + x) + spill;
    const bottom = Math.ceil((photoRect.y + photoRect.height) * zoom + y) + spill;
    return intersectRects(surface.area, {
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    });
  }

  function prepareChunks(): void {
    if (chunks !== undefined) eachChunk(chunks, viewport, surface.area, () => undefined);
  }

  /** Photo space. */
  function redrawRect(rect: Rect): void {
    const part = deviceRect(rect);
    if (!isEmptyRect(part)) surface.redrawPart(part);
  }

  function redrawDue(): void {
    if (due !== undefined) redrawRect(due);
    due = undefined;
  }

  return {
    setBitmap(next: MaskBitmap | undefined): void {
      due = undefined;
      chunks = next === undefined ? undefined : createMaskChunks(next, () => colorWord);
      surface.redraw();
    },
    setAppearance(next: MaskAppearance): void {
      const recolour = next.color !== appearance.color;
      appearance = next;
      applyOpacity();
      if (!recolour) return;
      colorWord = wordOfColor(appearance.color);
      chunks?.clear();
      surface.redraw();
      recoloured();
    },
    get color(): string {
      return appearance.color;
    },
    setVisible(visible: boolean): void {
      layer.getNativeCanvasElement().style.visibility = visible ? '' : 'hidden';
    },
    show: surface.show,
    redraw: surface.redraw,
    deviceRect,
    redrawRect,
    /** Coalesces requests until the next frame. */
    redrawInFrame(rect: Rect): void {
      due = due === undefined ? rect : unionRects(due, rect);
      frames.request(redrawDue);
    },
    drawLive(points: readonly TaperEnd[], value: 0 | 255): void {
      const photo = viewport.photo;
      if (photo === undefined) return;
      const { context } = surface;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (value === 0) context.globalCompositeOperation = 'destination-out';
      context.fillStyle = appearance.color;
      context.strokeStyle = appearance.color;
      drawLivePiece(context, points, viewport.transform, photo);
      context.restore();
    },
    /** Prepares drawing from the tiles in idle time. */
    prepare(): void {
      // Once: only the first drawing is slow.
      if (preparing !== undefined) return;
      preparing = requestIdleCallback(prepareChunks);
    },
    destroy(): void {
      if (preparing !== undefined) cancelIdleCallback(preparing);
      chunks?.clear();
      surface.destroy();
      const { style } = layer.getNativeCanvasElement();
      style.opacity = '';
      style.visibility = '';
    },
  };
}

/**
 * Draws the newest piece of a stroke; must match the pixels of the tiles.
 * @param context device pixels (identity transform); its clip may be changed
 * @param photo limits the drawing
 */
function drawLivePiece(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  transform: DeviceTransform,
  photo: Size,
): void {
  if (transform.zoom >= LEVELS.crispFrom) drawPixels(context, points, transform, photo);
  else drawSmooth(context, points, transform, photo);
}

function drawSmooth(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  transform: DeviceTransform,
  photo: Size,
): void {
  const device = points.map(({ at, diameter }) => ({
    at: { x: at.x * transform.zoom + transform.x, y: at.y * transform.zoom + transform.y },
    diameter: diameter * transform.zoom,
  }));
  const [first] = device;
  if (first === undefined) return;
  clipToPhoto(context, device, transform, photo);
  if (device.some(({ diameter }) => diameter !== first.diameter)) {
    drawTapers(context, device);
    return;
  }
  if (device.every(({ at }) => at.x === first.at.x && at.y === first.at.y)) {
    // Canvas draws no caps for a line without length.
    drawDisc(context, first);
    return;
  }
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = first.diameter;
  context.beginPath();
  context.moveTo(first.at.x, first.at.y);
  for (const { at } of device.slice(1)) context.lineTo(at.x, at.y);
  context.stroke();
}

/** Clips only if the piece may leave the photo, because clipping is slow. */
function clipToPhoto(
  context: CanvasRenderingContext2D,
  device: readonly TaperEnd[],
  { zoom, x, y }: DeviceTransform,
  photo: Size,
): void {
  const right = x + Math.round(photo.width * zoom);
  const bottom = y + Math.round(photo.height * zoom);
  const isInside = device.every(({ at, diameter }) => {
    const reach = diameter / 2 + 1;
    return (
      at.x - reach >= x && at.y - reach >= y && at.x + reach <= right && at.y + reach <= bottom
    );
  });
  if (isInside) return;
  context.beginPath();
  context.rect(x, y, right - x, bottom - y);
  context.clip();
}

function drawDisc(context: CanvasRenderingContext2D, { at, diameter }: TaperEnd): void {
  context.beginPath();
  context.arc(at.x, at.y, diameter / 2, 0, 2 * Math.PI);
  context.fill();
}

function drawTapers(context: CanvasRenderingContext2D, ends: readonly TaperEnd[]): void {
  for (const [index, to] of ends.entries()) {
    drawDisc(context, to);
    const from = ends[index - 1];
    if (from === undefined) continue;
    const [start, ...rest] = taperBody(from, to);
    if (start === undefined) continue;
    context.beginPath();
    context.moveTo(start.x, start.y);
    for (const corner of rest) context.lineTo(corner.x, corner.y);
    context.fill();
  }
}

/** Draws the exact pixels as squares. */
function drawPixels(
  context: CanvasRenderingContext2D,
  points: readonly TaperEnd[],
  { zoom, x: originX, y: originY }: DeviceTransform,
  photo: Size,
): void {
  const fill = (y: number, fromX: number, toX: number): void => {
    const left = Math.round(fromX * zoom + originX);
    const top = Math.round(y * zoom + originY);
    const width = Math.round(toX * zoom + originX) - left;
    context.fillRect(left, top, width, Math.round((y + 1) * zoom + originY) - top);
  };
  let from = points[0];
  for (const to of points.length === 1 ? points : points.slice(1)) {
    if (from !== undefined) rasteriseTaper(from, to, photo, fill);
    from = to;
  }
}
