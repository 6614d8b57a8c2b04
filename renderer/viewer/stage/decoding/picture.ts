import {
  intersectRects,
  isEmptyRect,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { deviceRect, type DeviceTransform } from '../geometry/device-transform.ts';
import { createScratch, type Scratch } from '../layers/scratch.ts';
import { chooseLevels, levelCount, LEVELS } from './levels.ts';

/** Can be drawn at any zoom. A tiled source for very large photos would fit behind it. */
export interface PictureSource {
  readonly size: Size;
  readonly opaque: boolean;
  /**
   * @param context device pixels, identity transform
   * @param placement photo space; another size stretches the picture
   * @param visible photo space @param draft halves the work by not blending levels
   */
  draw(
    context: CanvasRenderingContext2D,
    placement: Rect,
    visible: Rect,
    transform: DeviceTransform,
    draft: boolean,
  ): void;
  /** Draws over another picture with exact alpha. Missing if the picture has no levels. */
  asLayer?(): PictureSource;
  dispose(): void;
}

export interface PlacedPicture {
  /** Photo space. */
  readonly rect: Rect;
  readonly picture: PictureSource;
}

/** One bitmap per level; levels arrive one after another. */
export interface BitmapPicture extends PictureSource {
  addLevel(level: number, bitmap: ImageBitmap): void;
}

/** Source pixels kept beyond the visible part for filtering at its edges. */
const SOURCE_MARGIN = 2;

export function createBitmapPicture(size: Size, opaque: boolean): BitmapPicture {
  const levels: (ImageBitmap | undefined)[] = [];
  levels.length = levelCount(size);
  let scratch: Scratch | undefined;

  /** Returns the wanted level, or the nearest finer, or the nearest coarser one. */
  function nearest(level: number): number | undefined {
    for (let index = level; index >= 0; index--) if (levels[index] !== undefined) return index;
    for (let index = level; index < levels.length; index++) {
      if (levels[index] !== undefined) return index;
    }
    return undefined;
  }

  function drawLevel(
    context: CanvasRenderingContext2D,
    level: number,
    part: Rect,
    placement: Rect,
    transform: DeviceTransform,
  ): void {
    const bitmap = levels[level];
    if (bitmap === undefined) return;
    drawPart(context, bitmap, bitmap, size, part, placement, transform);
  }

  const bitmapPicture: BitmapPicture = {
    size,
    opaque,
    addLevel(level, bitmap) {
      levels[level]?.close();
      levels[level] = bitmap;
    },
    draw(context, placement, visible, transform, draft) {
      // device pixels per pixel of the picture
      const zoom = (transform.zoom * placement.width) / size.width;
      const choice = chooseLevels(zoom, levels.length, draft);
      const fine = nearest(choice.fine);
      if (fine === undefined) return;
      const part = partOf(size, placement, visible, 2 ** choice.coarse);
      if (isEmptyRect(part)) return;
      const isBlended = choice.blend > 0 && levels[choice.coarse] !== undefined;
      const isSmooth = zoom < LEVELS.crispFrom && zoom !== 1;
      if (isBlended && scratch !== undefined) {
        const place = deviceRect(intersectRects(placement, visible), transform);
        scratch.through(context, place, transform, 1, (empty, shifted) => {
          // adds both shares: drawn over each other they would hide more than their alpha
          smoothen(empty, isSmooth);
          empty.globalAlpha = 1 - choice.blend;
          drawLevel(empty, fine, part, placement, shifted);
          empty.globalCompositeOperation = 'lighter';
          empty.globalAlpha = choice.blend;
          drawLevel(empty, choice.coarse, part, placement, shifted);
        });
        return;
      }
      smoothen(context, isSmooth);
      drawLevel(context, fine, part, placement, transform);
      if (!isBlended) return;
      context.globalAlpha = choice.blend;
      drawLevel(context, choice.coarse, part, placement, transform);
      context.globalAlpha = 1;
    },
    asLayer() {
      if (!opaque) scratch ??= createScratch();
      return bitmapPicture;
    },
    dispose() {
      scratch?.dispose();
      // one by one and later: freeing 24 MP takes 15 ms, and the next picture is to be drawn
      for (const bitmap of levels.splice(0)) setTimeout(() => bitmap?.close());
    },
  };
  return bitmapPicture;
}

/** @param image pixels of `shown` for a picture of `size` @param part in the picture's pixels */
export function drawPart(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  shown: Size,
  size: Size,
  part: Rect,
  placement: Rect,
  transform: DeviceTransform,
): void {
  const acrossScale = shown.width / size.width;
  const downScale = shown.height / size.height;
  const across = placement.width / size.width;
  const down = placement.height / size.height;
  const { zoom } = transform;
  context.drawImage(
    image,
    part.x * acrossScale,
    part.y * downScale,
    part.width * acrossScale,
    part.height * downScale,
    (placement.x + part.x * across) * zoom + transform.x,
    (placement.y + part.y * down) * zoom + transform.y,
    part.width * across * zoom,
    part.height * down * zoom,
  );
}

function smoothen(context: CanvasRenderingContext2D, isSmooth: boolean): void {
  context.imageSmoothingEnabled = isSmooth;
  context.imageSmoothingQuality = 'low';
}

/** Returns whole pixels of the level with `step` picture pixels each, in picture pixels. */
export function partOf(size: Size, placement: Rect, visible: Rect, step: number): Rect {
  const margin = SOURCE_MARGIN * step;
  const across = placement.width / size.width;
  const down = placement.height / size.height;
  const from = { x: (visible.x - placement.x) / across, y: (visible.y - placement.y) / down };
  const to = { x: from.x + visible.width / across, y: from.y + visible.height / down };
  const left = Math.floor((from.x - margin) / step) * step;
  const top = Math.floor((from.y - margin) / step) * step;
  const right = Math.ceil((to.x + margin) / step) * step;
  const bottom = Math.ceil((to.y + margin) / step) * step;
  return intersectRects(
    { x: left, y: top, width: right - left, height: bottom - top },
    { x: 0, y: 0, ...size },
  );
}
