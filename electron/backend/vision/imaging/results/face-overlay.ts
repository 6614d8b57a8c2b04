import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { SoftSides } from '../../../../../shared/contract/blend.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { placeInAnswer, type PreparedCrop } from '../../../../../shared/geometry/prepared-crop.ts';
import { type Rect, type Size, sizeWithin } from '../../../../../shared/geometry/rect.ts';
import type { PatchPicture } from './apply-patches.ts';
import { matchInBand } from './color-match.ts';
import { attachToPng } from '../writing/embed-metadata.ts';
import { readProfile, toExtract, type PhotoSource } from '../reading/photo-pixels.ts';
import { encodeOverlay, readSent } from '../sent/region-picture.ts';
import { openPicture, readPictureHeader, unreadableAnswer } from '../reading/open-picture.ts';
import { blendNumber } from '../../../../../shared/blend/blend-weights.ts';
import { changedPixels } from './changed-pixels.ts';
import { featherAlpha } from '../sent/mask-ring.ts';

/** The file is read once, from the cache, so speed counts. */
const LAYER_PNG = { compressionLevel: 1, adaptiveFiltering: false } as const;

/** Colours are compared in a ring along the soft sides. */
const RING = {
  /** Width as a fraction of the shorter side; a face is farther inside. */
  share: 0.06,
  leastPixels: 2,
} as const;

/** Below this fraction of the area's pixels an answer is soft when enlarged. */
const ENLARGED = 0.98;

export interface SentPart {
  readonly answerPath: string;
  readonly source: PhotoSource;
  /** Photo space. */
  readonly region: Rect;
  /** Results on the photo when it was sent, lowest first. */
  readonly below: readonly PatchPicture[];
  readonly prepared: PreparedCrop;
  readonly softSides: SoftSides;
}

/** 8-bit RGB of exactly the region, with matched colours. @throws AppError `bad-answer` */
export async function writeLayer(path: string, sent: SentPart): Promise<void> {
  const { source, region, below, softSides } = sent;
  const isInside = Object.values(softSides).some((isSoft) => isSoft);
  const part = await partOfAnswer(sent);
  const isSmaller = part.width < region.width * ENLARGED || part.height < region.height * ENLARGED;
  const [layer, photo, profile] = await Promise.all([
    readAnswer(sent, part),
    isInside || isSmaller ? readSent(source, region, below) : undefined,
    readProfile(source),
  ]);
  if (photo !== undefined && isInside) matchInBand(layer, photo, ringAlong(region, softSides));
  if (photo !== undefined && isSmaller) await keepUnchanged(layer, photo, region, part);
  const { width, height } = region;
  const png = await sharp(layer, { raw: { width, height, channels: 3 } })
    .png(LAYER_PNG)
    .toBuffer();
  // SECURITY: S35 readable by the user only.
  await writeFile(path, attachToPng(png, { profile, isGessosOwn: true }), { mode: 0o600 });
}

/** RGBA PNG of the region. */
export async function layerOverlay(
  layerPath: string,
  region: Rect,
  weights: Uint8Array,
  source: PhotoSource,
): Promise<Uint8Array> {
  const layer = await sharp(layerPath, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
  return await encodeOverlay(layer, region, region, weights, await readProfile(source));
}

/** @throws AppError `bad-answer` */
async function partOfAnswer({ answerPath, prepared }: SentPart): Promise<Rect> {
  try {
    // SECURITY: S37 the answer's size is checked in its header before decoding.
    const { width, height } = await readPictureHeader(answerPath);
    return placeInAnswer(prepared, { width, height });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Returns RGB of that area, scaled to the region. @throws AppError `bad-answer` */
async function readAnswer({ answerPath, region }: SentPart, part: Rect): Promise<Uint8Array> {
  try {
    let picture = openPicture(answerPath, { ignoreIcc: true, failOn: 'truncated' });
    picture = picture.extract(toExtract(part));
    if (part.width !== region.width || part.height !== region.height) {
      picture = picture.resize(region.width, region.height, { fit: 'fill', kernel: 'lanczos3' });
    }
    return await picture.toColourspace('srgb').removeAlpha().raw().toBuffer();
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): AppError {
  return unreadableAnswer(
    'The returned picture can’t be read. You can save it as received.',
    error,
  );
}

function ringAlong({ width, height }: Size, sides: SoftSides): Uint8Array {
  const ring = Math.max(RING.leastPixels, Math.round(Math.min(width, height) * RING.share));
  const band = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const isRow = (sides.top && y < ring) || (sides.bottom && y >= height - ring);
    const row = y * width;
    if (isRow) {
      band.fill(1, row, row + width);
      continue;
    }
    if (sides.left) band.fill(1, row, row + Math.min(width, ring));
    if (sides.right) band.fill(1, row + Math.max(0, width - ring), row + width);
  }
  return band;
}

const COMPARED = {
  /** Most pixels for the comparison, to limit its time. */
  mostPixels: 1_000_000,
  /** Width of the fade into the photo, compared pixels. */
  feather: 4,
} as const;

/** @param layer 8-bit RGB, modified in place @param answer size before enlarging */
async function keepUnchanged(
  layer: Uint8Array,
  photo: Uint8Array,
  size: Size,
  answer: Size,
): Promise<void> {
  const compared = sizeWithin(answer, COMPARED.mostPixels);
  const small = async (pixels: Uint8Array): Promise<Uint8Array> =>
    await sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
      .resize(compared.width, compared.height, { fit: 'fill' })
      .raw()
      .toBuffer();
  const [before, after] = await Promise.all([small(photo), small(layer)]);
  const changed = changedPixels(before, after, compared);
  if (changed === undefined) {
    layer.set(photo);
    return;
  }
  const { width, height } = compared;
  const soft = featherAlpha({ pixels: changed, width, height }, COMPARED.feather);
  const alpha = await sharp(soft, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  for (let pixel = 0, index = 0; pixel < alpha.length; pixel++, index += 3) {
    const weight = alpha[pixel] ?? 0;
    if (weight === 255) continue;
    for (let channel = index; channel < index + 3; channel++) {
      layer[channel] = blendNumber(photo[channel] ?? 0, layer[channel] ?? 0, weight);
    }
  }
}
