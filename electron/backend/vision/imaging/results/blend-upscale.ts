/** Brings back the photo's texture in an enlargement. Works in bands, to save memory. */
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import type { Blend, SoftSides } from '../../../../../shared/contract/blend.ts';
import {
  resample,
  sourceSpan,
  type ResampleAxis,
} from '../../../../../shared/geometry/resample.ts';
import type { Rect, Size } from '../../../../../shared/geometry/rect.ts';
import { blendFrame } from '../../../../../shared/blend/blend-frame.ts';
import { blendNumber, blendWeights } from '../../../../../shared/blend/blend-weights.ts';
import { applyPatches } from './apply-patches.ts';
import { attachToPng } from '../writing/embed-metadata.ts';
import type { UpscaleFinishing } from '../writing/finish-upscale.ts';
import { PICTURE_LIMITS } from '../reading/limits.ts';
import { readDensity, readPixels, readProfile } from '../reading/photo-pixels.ts';
import { openPicture } from '../reading/open-picture.ts';

/** Rows per step, between which other work runs. */
const BAND = 32;

/** For viewing once, so speed counts more than size. */
const PNG = { compressionLevel: 1, adaptiveFiltering: true } as const;

/** An enlargement fills its base, so no side fades out. */
export const NO_SOFT_SIDES: SoftSides = { left: false, top: false, right: false, bottom: false };

/** @param finishedPath the post-processed result @param path must not exist */
export async function writeBlendedUpscale(
  order: UpscaleFinishing,
  finishedPath: string,
  blend: Blend,
  path: string,
): Promise<void> {
  const { kept, source } = order;
  const channels = source.hasAlpha ? 4 : 3;
  const result = await readResult(finishedPath, source.hasAlpha);
  const original = await readOriginal(order);
  for (let top = 0; top < kept.height; top += BAND) {
    await setImmediate();
    const rows = Math.min(BAND, kept.height - top);
    const base = enlargedRows(original, order, top, rows);
    const part = { x: 0, y: top, width: kept.width, height: rows };
    const weights = blendWeights({ ...frameOf(kept), part }, blend, NO_SOFT_SIDES);
    for (let pixel = 0; pixel < weights.length; pixel++) {
      const weight = weights[pixel] ?? 255;
      if (weight === 255) continue;
      const to = (top * kept.width + pixel) * channels;
      for (let channel = 0; channel < channels; channel++) {
        result[to + channel] = blendNumber(
          base[pixel * 4 + channel] ?? 0,
          result[to + channel] ?? 0,
          weight,
        );
      }
    }
  }
  const { width, height } = kept;
  const raw = { width, height, channels } as const;
  const png = await sharp(result, { raw, limitInputPixels: PICTURE_LIMITS.maxPixels })
    .png(PNG)
    .toBuffer();
  const profile = await readProfile(source);
  const density = await readDensity(source);
  await writeFile(path, attachToPng(png, { profile, density }), { flag: 'wx', mode: 0o600 });
}

function frameOf({ width, height }: Size) {
  return blendFrame({ x: 0, y: 0, width, height });
}

function readResult(path: string, hasAlpha: boolean): Promise<Buffer> {
  const picture = openPicture(path, { ignoreIcc: true });
  const coloured = picture.toColourspace('srgb');
  return (hasAlpha ? coloured.ensureAlpha() : coloured.removeAlpha()).raw().toBuffer();
}

/** 8-bit RGBA. */
async function readOriginal({ source, region, patches }: UpscaleFinishing) {
  const picture = await readPixels({ ...source, depth: 8, hasAlpha: true }, region);
  await applyPatches(picture, region, patches);
  return Uint8ClampedArray.from(picture.data);
}

function enlargedRows(
  original: Uint8ClampedArray,
  { kept, region, placement }: UpscaleFinishing,
  top: number,
  count: number,
): Uint8ClampedArray {
  const across = axisOf(region.width, placement.x - kept.x, placement.width, 0, kept.width);
  const down = axisOf(region.height, placement.y - kept.y, placement.height, top, count);
  const rows = sourceSpan(down, 'lanczos');
  const data = original.subarray(
    rows.start * region.width * 4,
    (rows.start + rows.count) * region.width * 4,
  );
  const rect: Rect = { x: 0, y: rows.start, width: region.width, height: rows.count };
  return resample({ data, rect }, across, down, 'lanczos');
}

/** @param start of the original in the kept part @param length of it there */
function axisOf(
  pixels: number,
  start: number,
  length: number,
  first: number,
  count: number,
): ResampleAxis {
  const scale = pixels / length;
  return { scale, offset: -start * scale, first, count, length: pixels };
}
