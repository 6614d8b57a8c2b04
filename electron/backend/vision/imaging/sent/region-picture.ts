import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../../shared/geometry/rect.ts';
import { applyPatches, type PatchPicture } from '../results/apply-patches.ts';
import { attachToPng } from '../writing/embed-metadata.ts';
import { readWholeFile } from '../reading/whole-file.ts';
import {
  fromRaw,
  readPhoto,
  readPixels,
  type PhotoSource,
  type RawPicture,
} from '../reading/photo-pixels.ts';
import { openPicture, readPictureHeader, unreadableAnswer } from '../reading/open-picture.ts';

const SENT_PICTURE = {
  /** A third smaller than level 1 for twice the time, far less than the upload saves. */
  pngCompressionLevel: 2,
  /** If even the PNG exceeds the limit, best first; affects only what is sent. */
  jpegQualities: [95, 88, 80, 70],
  /** Transparent areas are sent as this grey: white. */
  flattenGrey: 255,
} as const;

/**
 * 8-bit RGB without profile or orientation tag, as services read bare numbers. An unmodified whole
 * photo is its own file, see {@link readWholeFile}.
 * @param path streamed to disk, because the encoded picture would be in memory several times
 * @param maxBytes above this, JPEG replaces PNG; the client refuses anything still larger
 * @param size in pixels, if the region is scaled down
 */
export async function encodeRegion(
  path: string,
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  maxBytes: number,
  size: Size = region,
): Promise<void> {
  const isSame = size.width === region.width && size.height === region.height;
  if (isSame && isUntouched(region, patches)) {
    const file = await readWholeFile(source, region, maxBytes);
    if (file !== undefined) return writeFile(path, file, { mode: 0o600 });
  }
  // SECURITY: S35 created before the encoder opens it, readable by the user only.
  await writeFile(path, '', { mode: 0o600 });
  const picture = await sentPicture(source, region, patches, size);
  const { pngCompressionLevel: compressionLevel } = SENT_PICTURE;
  const png = picture().png({ compressionLevel, adaptiveFiltering: true });
  let { size: byteLength } = await written(png, path);
  for (const quality of SENT_PICTURE.jpegQualities) {
    if (byteLength <= maxBytes) break;
    const jpeg = picture().jpeg({ quality, chromaSubsampling: '4:4:4' });
    ({ size: byteLength } = await written(jpeg, path));
  }
}

/** @throws AppError `disk-full`: the encoder reports it only in words */
async function written(picture: Sharp, path: string): Promise<{ readonly size: number }> {
  try {
    return await picture.toFile(path);
  } catch (error) {
    if (!/no space left|not enough space/iu.test(String(error))) throw error;
    throw new AppError('disk-full', 'The disk is full. Free some space and run it again.', {
      action: 'retry',
      cause: error,
    });
  }
}

function isUntouched(region: Rect, patches: readonly PatchPicture[]): boolean {
  return patches.every(({ rect }) => isEmptyRect(intersectRects(region, rect)));
}

/** Directly from the file if nothing changes, which never holds all pixels in memory. */
async function sentPicture(
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  size: Size,
): Promise<() => Sharp> {
  const isSmaller = size.width !== region.width || size.height !== region.height;
  const fit = (picture: Sharp): Sharp =>
    isSmaller ? picture.resize(size.width, size.height, { fit: 'fill' }) : picture;
  if (isUntouched(region, patches) && !source.hasAlpha) {
    const { x, y, width, height } = region;
    return () =>
      fit(
        readPhoto(source)
          .extract({ left: x, top: y, width, height })
          .toColourspace('srgb')
          .removeAlpha(),
      );
  }
  const raw = await readPixels(source, region);
  await applyPatches(raw, region, patches);
  return () => fit(toSentColours(raw));
}

/** 8 bits. @param patches lowest first @param size in pixels, if the region was scaled down */
export async function readSent(
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  size: Size = region,
): Promise<Uint8Array> {
  return (await sentPicture(source, region, patches, size))().raw().toBuffer();
}

/**
 * @param answer RGB of `region`, 8 bits
 * @param rect photo space, inside `region`
 * @param alpha one byte a pixel of `rect`; where it is 0, colours are removed
 * @param profile the photo's ICC profile, so that screens show both alike
 * @returns RGBA PNG of `rect`
 */
export async function encodeOverlay(
  answer: Uint8Array,
  region: Rect,
  rect: Rect,
  alpha: Uint8Array,
  profile: Uint8Array | undefined,
): Promise<Uint8Array> {
  const overlay = new Uint8Array(rect.width * rect.height * 4);
  for (let y = 0; y < rect.height; y++) {
    const start = (rect.y - region.y + y) * region.width + (rect.x - region.x);
    for (let x = 0; x < rect.width; x++) {
      const index = y * rect.width + x;
      const opacity = alpha[index] ?? 0;
      if (opacity === 0) continue;
      const from = (start + x) * 3;
      overlay[index * 4] = answer[from] ?? 0;
      overlay[index * 4 + 1] = answer[from + 1] ?? 0;
      overlay[index * 4 + 2] = answer[from + 2] ?? 0;
      overlay[index * 4 + 3] = opacity;
    }
  }
  const png = await sharp(overlay, {
    raw: { width: rect.width, height: rect.height, channels: 4 },
  })
    .png({ compressionLevel: SENT_PICTURE.pngCompressionLevel, adaptiveFiltering: true })
    .toBuffer();
  return attachToPng(png, { profile, isGessosOwn: true });
}

/** 8-bit RGB. @throws AppError `bad-answer` if the picture is broken or has another size */
export async function decodeAnswer(
  path: string,
  wanted: Size,
  part: Rect = rectOfSize(wanted),
): Promise<Uint8Array> {
  const size = await answerSize(path);
  if (size.width !== wanted.width || size.height !== wanted.height) {
    throw new AppError(
      'bad-answer',
      `The service returned a picture of ${size.width} × ${size.height} pixels instead of ${wanted.width} × ${wanted.height}. The photo is unchanged. You can save the answer.`,
      {
        action: 'retry',
        details: { ...size, wantedWidth: wanted.width, wantedHeight: wanted.height },
      },
    );
  }
  try {
    return await openPicture(path, {
      ignoreIcc: true,
      limitInputPixels: 20_000_000,
      failOn: 'truncated',
    })
      .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
  } catch (error) {
    throw brokenAnswer(error);
  }
}

async function answerSize(path: string): Promise<{ width: number; height: number }> {
  // SECURITY: S37 the answer's size is checked in its header before decoding.
  try {
    const { width, height, format } = await readPictureHeader(path);
    if (!['png', 'jpeg', 'webp'].includes(format ?? '')) throw new Error(`format ${format}`);
    return { width, height };
  } catch (error) {
    throw brokenAnswer(error);
  }
}

function brokenAnswer(error: unknown): AppError {
  return unreadableAnswer(
    'The service returned a picture that can’t be read. The photo is unchanged. You can save the answer.',
    error,
  );
}

function toSentColours(raw: RawPicture) {
  const grey = SENT_PICTURE.flattenGrey;
  const picture = fromRaw(raw).toColourspace('srgb');
  return raw.channels === 4
    ? picture.flatten({ background: { r: grey, g: grey, b: grey } })
    : picture;
}
