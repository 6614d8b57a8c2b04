/** Adds the original's profile, density and transparency to an enlargement. */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import {
  attachToJpeg,
  attachToPng,
  attachToWebp,
  type AttachedMetadata,
} from './embed-metadata.ts';
import { openBytes, type FileBytes } from '../reading/file-bytes.ts';
import { readPictureHeader } from '../reading/open-picture.ts';
import { PICTURE_LIMITS } from '../reading/limits.ts';
import { openResult, readSmallPair, type UpscalePair } from '../sent/original-part.ts';
import { readDensity, readPixels, readProfile } from '../reading/photo-pixels.ts';
import { PNG_COLOURS, pngHead } from '../reading/png-chunks.ts';

export interface UpscaleFinishing extends UpscalePair {
  readonly mediaType: string;
  /** The part of the result that is kept. */
  readonly kept: Rect;
  readonly matchColors: boolean;
}

const FINISH = {
  /** Longer side of the colour grid, points. */
  colorGrid: 48,
  /** Blur passes of the colour difference on the grid. */
  blurs: 2,
  /** For viewing once, so speed counts more than size. */
  pngLevel: 1,
  /** Grey behind transparent areas when sent. */
  sentGround: 255,
  /** Rows between which other work runs. */
  rows: 64,
} as const;

export function changesPixels({ source, kept, raw, matchColors }: UpscaleFinishing): boolean {
  return source.hasAlpha || matchColors || kept.width !== raw.width || kept.height !== raw.height;
}

/** True if a file's numbers mean something else than sRGB. */
export async function saysColours(path: string): Promise<boolean> {
  if ((await readPictureHeader(path)).icc !== undefined) return true;
  await using file = await openBytes(path);
  for await (const { type } of pngHead(file)) {
    if (PNG_COLOURS.has(type) && type !== 'sRGB') return true;
  }
  return false;
}

/** Copies all but the profile as a stream, because files are large. @param path must not exist */
export async function writeWithProfile(
  { resultPath }: Pick<UpscaleFinishing, 'resultPath'>,
  profile: Uint8Array | null,
  path: string,
): Promise<void> {
  await using file = await openBytes(resultPath);
  const start = await pixelsAt(file);
  const head = (await file.read(0, start)) ?? Buffer.alloc(0);
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const rest = createReadStream(resultPath, { start });
  await pipeline(joined(attachToPng(head, { profile }), rest), output);
}

async function pixelsAt(file: FileBytes): Promise<number> {
  for await (const { type, at } of pngHead(file)) {
    if (type === 'IDAT') return at;
  }
  throw new RangeError('No pixels in the PNG.');
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield head;
  yield* rest;
}

/** @param path must not exist */
export async function writeFinishedUpscale(order: UpscaleFinishing, path: string): Promise<void> {
  await writeFile(path, await finishedResult(order), { flag: 'wx', mode: 0o600 });
}

export async function finishedResult(order: UpscaleFinishing): Promise<Uint8Array> {
  const [profile = null, density] = await Promise.all([
    readProfile(order.source),
    readDensity(order.source),
  ]);
  if (changesPixels(order)) return attachToPng(await encodeFinished(order), { profile, density });
  const file = await readFile(order.resultPath);
  return withMetadata(file, order, { profile, density, exif: null });
}

function withMetadata(
  file: Buffer,
  { mediaType, raw }: UpscaleFinishing,
  metadata: AttachedMetadata,
): Uint8Array {
  switch (mediaType) {
    case 'image/png':
      return attachToPng(file, metadata);
    case 'image/jpeg':
      return attachToJpeg(file, metadata);
    case 'image/webp':
      return attachToWebp(file, metadata, { ...raw, hasAlpha: false });
    default:
      return file;
  }
}

async function encodeFinished(order: UpscaleFinishing): Promise<Buffer> {
  const { kept, source, matchColors } = order;
  const { x: left, y: top, width, height } = kept;
  const rgb = await openResult(order.resultPath)
    .extract({ left, top, width, height })
    .raw()
    .toBuffer();
  if (matchColors) await shiftColors(rgb, order);
  if (!source.hasAlpha) return toPng(rgb, kept, 3);
  return toPng(await withAlpha(rgb, order), kept, 4);
}

function toPng(data: Uint8Array, { width, height }: Rect, channels: 3 | 4): Promise<Buffer> {
  return sharp(data, {
    raw: { width, height, channels },
    limitInputPixels: PICTURE_LIMITS.maxPixels,
  })
    .png({ compressionLevel: FINISH.pngLevel, adaptiveFiltering: true })
    .toBuffer();
}

/** Adds the low-frequency difference from the original, so that detail stays the result's. */
async function shiftColors(rgb: Uint8Array, order: UpscaleFinishing): Promise<void> {
  const { kept } = order;
  const small = await readSmallPair(order, kept, FINISH.colorGrid);
  const { width: columns, height: rows } = small;
  let shift = Float32Array.from(
    small.original,
    (value, index) => value - (small.result[index] ?? 0),
  );
  for (let pass = 0; pass < FINISH.blurs; pass++) shift = blurred(shift, columns, rows);
  const across = axisOf(kept.width, columns);
  const down = axisOf(kept.height, rows);
  for (let y = 0; y < kept.height; y++) {
    if (y % FINISH.rows === 0) await setImmediate();
    const { from: top, to: bottom, share: below } = down(y);
    for (let x = 0; x < kept.width; x++) {
      const { from: left, to: right, share } = across(x);
      for (let channel = 0; channel < 3; channel++) {
        const at = (column: number, row: number): number =>
          shift[(row * columns + column) * 3 + channel] ?? 0;
        const upper = at(left, top) + (at(right, top) - at(left, top)) * share;
        const lower = at(left, bottom) + (at(right, bottom) - at(left, bottom)) * share;
        const index = (y * kept.width + x) * 3 + channel;
        const value = (rgb[index] ?? 0) + upper + (lower - upper) * below;
        rgb[index] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
}

function axisOf(length: number, points: number) {
  const places = Array.from({ length }, (_, index) => {
    const place = Math.min(points - 1, Math.max(0, ((index + 0.5) * points) / length - 0.5));
    const from = Math.floor(place);
    return { from, to: Math.min(points - 1, from + 1), share: place - from };
  });
  const [first = { from: 0, to: 0, share: 0 }] = places;
  return (index: number) => places[index] ?? first;
}

function blurred(grid: Float32Array<ArrayBuffer>, columns: number, rows: number) {
  const result = new Float32Array(grid.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const column = Math.min(columns - 1, Math.max(0, x + dx));
            const row = Math.min(rows - 1, Math.max(0, y + dy));
            sum += grid[(row * columns + column) * 3 + channel] ?? 0;
          }
        }
        result[(y * columns + x) * 3 + channel] = sum / 9;
      }
    }
  }
  return result;
}

/** Enlarges by Lanczos, and removes the sent background from colours. */
async function withAlpha(rgb: Uint8Array, order: UpscaleFinishing): Promise<Uint8Array> {
  const { kept } = order;
  const { x: left, y: top, width, height } = wholeRect(order.placement);
  const alpha = await enlargedAlpha(order, width, height);
  const rgba = new Uint8Array(kept.width * kept.height * 4);
  for (let y = 0; y < kept.height; y++) {
    if (y % FINISH.rows === 0) await setImmediate();
    for (let x = 0; x < kept.width; x++) {
      const index = y * kept.width + x;
      const column = kept.x + x - left;
      const row = kept.y + y - top;
      const isInside = column >= 0 && row >= 0 && column < width && row < height;
      const opacity = isInside ? (alpha[row * width + column] ?? 0) : 255;
      rgba[index * 4 + 3] = opacity;
      if (opacity === 0) continue;
      for (let channel = 0; channel < 3; channel++) {
        rgba[index * 4 + channel] = withoutGround(rgb[index * 3 + channel] ?? 0, opacity);
      }
    }
  }
  return rgba;
}

function withoutGround(value: number, opacity: number): number {
  if (opacity === 255) return value;
  const share = opacity / 255;
  const pure = (value - (1 - share) * FINISH.sentGround) / share;
  return Math.min(255, Math.max(0, Math.round(pure)));
}

async function enlargedAlpha(
  { source, region }: UpscaleFinishing,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const { data } = await readPixels({ ...source, depth: 8 }, region);
  const alpha = new Uint8Array(region.width * region.height);
  for (let index = 0; index < alpha.length; index++) alpha[index] = data[index * 4 + 3] ?? 255;
  return sharp(alpha, { raw: { width: region.width, height: region.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

function wholeRect({ x, y, width, height }: Rect): Rect {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  };
}
