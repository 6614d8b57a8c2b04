/**
 * Draws the mask into its layer. While a stroke is painted, only the new piece is added, straight
 * into the layer's canvas; after zooming, panning or undoing, the layer (or the touched part of it) is
 * drawn again from the tiles. The layer is opaque in the mask's colour; its opacity is the canvas
 * element's, so overlapping strokes never darken and changing it costs nothing.
 */
import type { Layer } from 'konva/lib/Layer.js';
import {
  intersectRects,
  isEmptyRect,
  unionRects,
  type Rect,
} from '../../../../shared/geometry/rect.ts';
import { drawLivePiece } from './live-stroke.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import { createMaskChunks, type MaskChunks } from './mask-chunks.ts';
import { drawChunks, eachChunk, wordOfColor } from './mask-drawing.ts';
import type { TaperEnd } from './taper.ts';
import type { FrameLoop } from '../../../pictures/viewer/layers/frame-loop.ts';
import { createViewLayer } from '../../../pictures/viewer/layers/view-layer.ts';
import type { Viewport } from '../../../pictures/viewer/geometry/viewport.ts';

/** How the mask looks: any CSS colour, and 0 … 1. */
export interface MaskAppearance {
  readonly color: string;
  readonly opacity: number;
}

export interface MaskPainter {
  /** Another mask, or none. */
  setBitmap(bitmap: MaskBitmap | undefined): void;
  setAppearance(appearance: MaskAppearance): void;
  readonly color: string;
  setVisible(visible: boolean): void;
  /** Shows the current view. */
  show(): void;
  /** Draws the whole layer again. */
  redraw(): void;
  /** Draws a part of it again, given in photo space. */
  redrawRect(rect: Rect): void;
  /** The same in the next frame, once for all that is asked for until then. */
  redrawInFrame(rect: Rect): void;
  /** The whole pixels of the screen that show these photo pixels, with the spill of filtering. */
  deviceRect(photoRect: Rect): Rect;
  /** Adds a piece of the stroke under way: lines through `points`, as wide as they say there. */
  drawLive(points: readonly TaperEnd[], value: 0 | 255): void;
  /** A stroke has ended: gets ready, when there is time, for drawing from the tiles. */
  prepare(): void;
  destroy(): void;
}

const INITIAL_APPEARANCE: MaskAppearance = { color: '#ff2ec4', opacity: 0.5 };

/** @param recoloured the colour is another one */
export function createMaskPainter(
  layer: Layer,
  viewport: Viewport,
  frames: FrameLoop,
  recoloured: () => void,
): MaskPainter {
  let chunks: MaskChunks | undefined;
  let appearance = INITIAL_APPEARANCE;
  let preparing: number | undefined;
  /** The part that the next frame draws again, photo space. */
  let due: Rect | undefined;
  let colorWord = wordOfColor(appearance.color);
  const surface = createViewLayer(layer, viewport, paint);
  applyOpacity();

  function applyOpacity(): void {
    layer.getNativeCanvasElement().style.opacity = String(appearance.opacity);
  }

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

  /** Draws the mask within `rect` (device pixels). */
  function paint(context: CanvasRenderingContext2D, rect: Rect): void {
    if (chunks !== undefined) drawChunks(context, chunks, viewport, rect, appearance.color);
  }

  /** Makes the chunks that are seen ready. */
  function prepareChunks(): void {
    if (chunks !== undefined) eachChunk(chunks, viewport, surface.area, () => undefined);
  }

  function redrawRect(rect: Rect): void {
    const part = deviceRect(rect);
    if (!isEmptyRect(part)) surface.redrawPart(part);
  }

  function redrawDue(): void {
    if (due !== undefined) redrawRect(due);
    due = undefined;
  }

  return {
    setBitmap(next) {
      due = undefined;
      chunks = next === undefined ? undefined : createMaskChunks(next, () => colorWord);
      surface.redraw();
    },
    setAppearance(next) {
      const recolour = next.color !== appearance.color;
      appearance = next;
      applyOpacity();
      if (!recolour) return;
      colorWord = wordOfColor(appearance.color);
      chunks?.clear();
      surface.redraw();
      recoloured();
    },
    get color() {
      return appearance.color;
    },
    setVisible(visible) {
      layer.getNativeCanvasElement().style.visibility = visible ? '' : 'hidden';
    },
    show: surface.show,
    redraw: surface.redraw,
    deviceRect,
    redrawRect,
    redrawInFrame(rect) {
      due = due === undefined ? rect : unionRects(due, rect);
      frames.request(redrawDue);
    },
    drawLive(points, value) {
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
    prepare() {
      // Once: the first drawing is slow, the others draw changes alone.
      if (preparing !== undefined) return;
      preparing = requestIdleCallback(prepareChunks);
    },
    destroy() {
      if (preparing !== undefined) cancelIdleCallback(preparing);
      chunks?.clear();
      surface.destroy();
      const { style } = layer.getNativeCanvasElement();
      style.opacity = '';
      style.visibility = '';
    },
  };
}
