/** The pictures that a cleanup sends, and what is made of its answer. */
import sharp from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import { applyPatches, type PatchPicture } from './apply-patches.ts';
import { attachToPng } from './embed-metadata.ts';
import { fromRaw, readPixels, type PhotoSource, type RawPicture } from './photo-pixels.ts';

const SENT_PICTURE = {
  /** zlib level with filters: a third smaller than level 1 for twice the time, far less than the upload saves. */
  pngCompressionLevel: 2,
  /** When even the PNG passes the limit, best first; only surroundings suffer, never the photo. */
  jpegQualities: [95, 88, 80, 70],
  /** Transparent parts are sent on this level of grey: white. */
  flattenGrey: 255,
} as const;

/**
 * The picture of a region as it is sent: 8-bit RGB without profile or orientation tag (services
 * read bare numbers), with the results that already lie on it.
 *
 * @param maxBytes limit of the encoded picture; above it JPEG is sent instead of PNG. The caller's
 *   client refuses what is larger even so.
 */
export async function encodeRegion(
  source: PhotoSource,
  region: Rect,
  patches: readonly PatchPicture[],
  maxBytes: number,
): Promise<Buffer> {
  const raw = await readPixels(source, region);
  await applyPatches(raw, region, patches);
  const picture = () => toSentColours(raw);
  const png = await picture()
    .png({ compressionLevel: SENT_PICTURE.pngCompressionLevel, adaptiveFiltering: true })
    .toBuffer();
  let encoded = png;
  for (const quality of SENT_PICTURE.jpegQualities) {
    if (encoded.byteLength <= maxBytes) break;
    encoded = await picture().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  return encoded;
}

/**
 * The service's answer as an overlay: RGBA of `bounds`, opaque exactly where the mask is painted.
 *
 * @param answerPath the answer's picture, of the size of `region`
 * @param mask one byte a pixel of `region`
 * @param bounds the painted box, photo space, inside `region`
 * @param profile the photo's ICC profile, so that screens show the overlay like the photo
 * @throws AppError `bad-answer` when the picture is broken or of another size
 */
export async function buildOverlay(
  answerPath: string,
  region: Rect,
  mask: Uint8Array,
  bounds: Rect,
  profile: Uint8Array | undefined,
): Promise<Uint8Array> {
  const answer = await decodeAnswer(answerPath, region);
  const overlay = new Uint8Array(bounds.width * bounds.height * 4);
  let to = 0;
  for (let y = 0; y < bounds.height; y++) {
    const start = (bounds.y - region.y + y) * region.width + (bounds.x - region.x);
    for (let x = 0; x < bounds.width; x++, to += 4) {
      const from = start + x;
      if (mask[from] !== 255) continue;
      overlay[to] = answer[from * 3] ?? 0;
      overlay[to + 1] = answer[from * 3 + 1] ?? 0;
      overlay[to + 2] = answer[from * 3 + 2] ?? 0;
      overlay[to + 3] = 255;
    }
  }
  const png = await sharp(overlay, {
    raw: { width: bounds.width, height: bounds.height, channels: 4 },
  })
    .png({ compressionLevel: SENT_PICTURE.pngCompressionLevel, adaptiveFiltering: true })
    .toBuffer();
  return attachToPng(png, { profile });
}

async function decodeAnswer(path: string, region: Rect): Promise<Uint8Array> {
  const size = await answerSize(path);
  if (size.width !== region.width || size.height !== region.height) {
    throw new AppError({
      kind: 'bad-answer',
      message: `The service answered with a picture of ${size.width} × ${size.height} pixels instead of ${region.width} × ${region.height}. The photo was not changed; the answer was kept.`,
      action: 'retry',
      details: { ...size, wantedWidth: region.width, wantedHeight: region.height },
    });
  }
  try {
    return await sharp(path, { ignoreIcc: true, limitInputPixels: 20_000_000, failOn: 'truncated' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
  } catch (error) {
    throw brokenAnswer(error);
  }
}

async function answerSize(path: string): Promise<{ width: number; height: number }> {
  // SECURITY: S37 the answer's size is checked by its header before anything is decoded.
  try {
    const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
    if (!['png', 'jpeg', 'webp'].includes(format ?? '')) throw new Error(`format ${format}`);
    return { width, height };
  } catch (error) {
    throw brokenAnswer(error);
  }
}

function brokenAnswer(error: unknown): AppError {
  return new AppError(
    {
      kind: 'bad-answer',
      message:
        'The service answered with a picture that cannot be read. The photo was not changed; the answer was kept.',
      action: 'retry',
      details: { error: error instanceof Error ? error.message : String(error) },
    },
    { cause: error },
  );
}

function toSentColours(raw: RawPicture) {
  const grey = SENT_PICTURE.flattenGrey;
  const picture = fromRaw(raw).toColourspace('srgb');
  return raw.channels === 4
    ? picture.flatten({ background: { r: grey, g: grey, b: grey } })
    : picture;
}
