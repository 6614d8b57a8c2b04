import sharp from 'sharp';
import { createTextModel, type TextModel } from '../../perception/text.ts';
import type { Raster } from '../pictures/raster.ts';

const FIND = {
  enlarged: 2,
  /** Share of the longest side; anything shorter is a speck, not a word. */
  leastLength: 0.025,
  grid: 32,
  /** Margin beyond a line's outline for its soft edges, as a share of its height. */
  beyond: 0.12,
} as const;

let model: { readonly folder: string; readonly text: TextModel } | undefined;

/** @param side longest side that is searched, pixels @returns one byte a pixel; 1 = text */
export async function findText(
  { width, height, channels, samples }: Raster,
  models: string,
  side: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (model?.folder !== models) model = { folder: models, text: createTextModel(models, 'opencv') };
  const scale = Math.min(FIND.enlarged, side / Math.max(width, height));
  const toGrid = (length: number): number =>
    Math.max(FIND.grid, Math.round((length * scale) / FIND.grid) * FIND.grid);
  const size = { width: toGrid(width), height: toGrid(height) };
  const rgb = await sharp(samples, { raw: { width, height, channels } })
    .removeAlpha()
    .toColourspace('srgb')
    .resize(size.width, size.height, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  const lines = (await model.text.find({ rgb, ...size })).flatMap(({ corners }) => {
    const [a, b, , d] = corners;
    const sides = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(d.x - a.x, d.y - a.y)];
    if (Math.max(...sides) < FIND.leastLength * side) return [];
    const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
    return [`<polygon points="${points}" stroke-width="${2 * FIND.beyond * Math.min(...sides)}"/>`];
  });
  if (lines.length === 0) return new Uint8Array(width * height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" fill="#fff" stroke="#fff">
    <rect width="100%" height="100%" fill="#000" stroke="none"/>${lines.join('')}</svg>`;
  const drawn = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
  return Uint8Array.from(drawn, (value) => (value >= 128 ? 1 : 0));
}
