/**
 * Draws the mask into its layer. While a stroke is painted, only the new piece is added, straight
 * into the layer's canvas; after zooming, panning or undoing, the layer (or the touched part of it) is
 * drawn again from the tiles. The layer is opaque in the mask's colour; its opacity is the canvas
 * element's, so overlapping strokes never darken and changing it costs nothing.
 */
import type { Layer } from 'konva/lib/Layer.js';
import { intersectRects, isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { LEVELS } from './levels.ts';
import { drawLivePiece } from './live-stroke.ts';
import type { MaskBitmap } from './mask-bitmap.ts';
import {
  createMaskChunks,
  MASK_CHUNKS,
  type ChunkPicture,
  type MaskChunks,
} from './mask-chunks.ts';
import type { TaperEnd } from './taper.ts';
import { createViewLayer } from './view-layer.ts';
import type { Viewport } from './viewport.ts';

/** How the mask looks: any CSS colour, and 0 … 1. */
export interface MaskAppearance {
  readonly color: string;
  readonly opacity: number;
}

export interface MaskPainter {
  /** Another mask, or none. */
  setBitmap(bitmap: MaskBitmap | undefined): void;
  setAppearance(appearance: MaskAppearance): void;
  setVisible(visible: boolean): void;
  /** Shows the current view. */
  show(): void;
  /** Draws the whole layer again. */
  redraw(): void;
  /** Draws a part of it again, given in photo space. */
  redrawRect(rect: Rect): void;
  /** Adds a piece of the stroke under way: lines through `points`, as wide as they say there. */
  drawLive(points: readonly TaperEnd[], value: 0 | 255): void;
  /** A stroke has ended: gets ready, when there is time, for drawing from the tiles. */
  prepare(): void;
  destroy(): void;
}

const INITIAL_APPEARANCE: MaskAppearance = { color: '#ff3b6b', opacity: 0.5 };

export function createMaskPainter(layer: Layer, viewport: Viewport): MaskPainter {
  let chunks: MaskChunks | undefined;
  let appearance = INITIAL_APPEARANCE;
  let preparing: number | undefined;
  let colorWord = wordOfColor(appearance.color);
  const surface = createViewLayer(layer, viewport, paint);
  applyOpacity();

  function applyOpacity(): void {
    layer.getNativeCanvasElement().style.opacity = String(appearance.opacity);
  }

  /** The whole pixels of the screen that show these photo pixels, with what filtering spills. */
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

  /** Visits the chunks of the current view that meet `rect` (device pixels), with their places. */
  function eachChunk(
    rect: Rect,
    visit: (
      picture: ChunkPicture,
      left: number,
      top: number,
      width: number,
      height: number,
    ) => void,
  ): void {
    if (chunks === undefined) return;
    const { zoom, x, y } = viewport.transform;
    const { visible } = viewport;
    const level = Math.min(MASK_CHUNKS.maxLevel, Math.max(0, Math.floor(-Math.log2(zoom))));
    const span = MASK_CHUNKS.side * 2 ** level;
    const firstColumn = Math.floor(Math.max(visible.x, (rect.x - x) / zoom) / span);
    const firstRow = Math.floor(Math.max(visible.y, (rect.y - y) / zoom) / span);
    const right = Math.min(visible.x + visible.width - 1, (rect.x + rect.width - x) / zoom);
    const bottom = Math.min(visible.y + visible.height - 1, (rect.y + rect.height - y) / zoom);
    chunks.nextUse();
    for (let row = firstRow; row * span <= bottom; row++) {
      // Chunks meet on whole pixels of the screen: no seams.
      const top = Math.round(row * span * zoom + y);
      const height = Math.round((row + 1) * span * zoom + y) - top;
      for (let column = firstColumn; column * span <= right; column++) {
        const left = Math.round(column * span * zoom + x);
        const width = Math.round((column + 1) * span * zoom + x) - left;
        visit(chunks.picture(level, column, row), left, top, width, height);
      }
    }
  }

  /** Draws what is painted within `rect` (device pixels). */
  function paint(context: CanvasRenderingContext2D, rect: Rect): void {
    const { zoom } = viewport.transform;
    context.imageSmoothingEnabled = zoom < LEVELS.crispFrom && zoom !== 1;
    context.imageSmoothingQuality = 'low';
    context.fillStyle = appearance.color;
    eachChunk(rect, (picture, left, top, width, height) => {
      if (picture === 'full') context.fillRect(left, top, width, height);
      else if (picture !== 'empty') context.drawImage(picture, left, top, width, height);
    });
  }

  return {
    setBitmap(next) {
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
    },
    setVisible(visible) {
      layer.getNativeCanvasElement().style.visibility = visible ? '' : 'hidden';
    },
    show: surface.show,
    redraw: surface.redraw,
    redrawRect(rect) {
      const part = deviceRect(rect);
      if (!isEmptyRect(part)) surface.redrawPart(part);
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
      // Once: the first drawing is slow, the others only mend what has changed.
      if (preparing !== undefined) return;
      preparing = requestIdleCallback(() => eachChunk(surface.area, () => undefined));
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

/** Any CSS colour as an RGBA word (little-endian) with alpha 0; its own alpha does not count. */
function wordOfColor(color: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D context for the mask.');
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return red + green * 0x100 + blue * 0x10000;
}
