/** The pixels of text in a picture, by the detector of `electron/perception`, which OpenCV runs in this thread. */
import sharp from 'sharp';
import type { TextLine } from '../../perception/messages.ts';
import { createTextModel, type TextModel } from '../../perception/text.ts';
import type { Raster } from '../pictures/raster.ts';

const FIND = {
  /** Most times that a small picture is enlarged. */
  enlarged: 2,
  /** Share of the longest side that is looked at: what is shorter is a speck, and no word. */
  leastLength: 0.025,
  /** Sides are multiples of it. */
  grid: 32,
  /** A line is filled this much beyond its outline, as a share of its height, for its soft edges. */
  beyond: 0.12,
} as const;

let model: { readonly folder: string; readonly text: TextModel } | undefined;

/**
 * @param models folder of the models
 * @param side the longest one that is looked at, pixels
 * @returns one byte a pixel, and how many are text
 */
export async function findText(
  { width, height, channels, samples }: Raster,
  models: string,
  side: number,
): Promise<{ readonly mask: Uint8Array; readonly pixels: number }> {
  if (model?.folder !== models) model = { folder: models, text: createTextModel(models, 'opencv') };
  const scale = Math.min(FIND.enlarged, side / Math.max(width, height));
  const toGrid = (length: number): number =>
    Math.max(FIND.grid, Math.round((length * scale) / FIND.grid) * FIND.grid);
  const size = { width: toGrid(width), height: toGrid(height) };
  const rgb = await sharp(samples, { raw: { width, height, channels } })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const lines = await model.text.find({ rgb, ...size });
  const mask = new Uint8Array(width * height);
  const across = width / size.width;
  const down = height / size.height;
  for (const { corners } of lines) {
    if (lengthOf(corners) < FIND.leastLength * side) continue;
    mark(
      mask,
      width,
      height,
      wider(corners).map(({ x, y }) => ({ x: x * across, y: y * down })),
    );
  }
  return { mask, pixels: mask.reduce((sum, each) => sum + each, 0) };
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The longer side. */
function lengthOf([a, b, , d]: TextLine['corners']): number {
  return Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y));
}

function wider(corners: TextLine['corners']): readonly Corner[] {
  const [a, b, c, d] = corners;
  const centre = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 };
  const sides = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)];
  const by = Math.min(...sides) * FIND.beyond;
  return corners.map(({ x, y }) => {
    const far = Math.hypot(x - centre.x, y - centre.y) || 1;
    const factor = 1 + (by * Math.SQRT2) / far;
    return { x: centre.x + (x - centre.x) * factor, y: centre.y + (y - centre.y) * factor };
  });
}

/** Marks the pixels whose middle lies within a convex outline. */
function mark(mask: Uint8Array, width: number, height: number, corners: readonly Corner[]): void {
  const ys = corners.map(({ y }) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let y = top; y <= bottom; y += 1) {
    const crossings = corners.flatMap((from, index) => {
      const to = corners[(index + 1) % corners.length] ?? from;
      const isCrossed = from.y <= y + 0.5 !== to.y <= y + 0.5;
      return isCrossed ? [from.x + ((y + 0.5 - from.y) / (to.y - from.y)) * (to.x - from.x)] : [];
    });
    if (crossings.length < 2) continue;
    const left = Math.max(0, Math.round(Math.min(...crossings)));
    const right = Math.min(width, Math.round(Math.max(...crossings)));
    if (right > left) mask.fill(1, y * width + left, y * width + right);
  }
}
