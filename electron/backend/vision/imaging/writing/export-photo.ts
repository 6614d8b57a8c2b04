import { writeFile } from 'node:fs/promises';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { ExifChoice, PictureFormat } from '../../../../../shared/contract/export.ts';
import { rectOfSize } from '../../../../../shared/geometry/rect.ts';
import { applyPatches, type PatchPicture } from '../results/apply-patches.ts';
import { attachToTiff } from './attach-to-tiff.ts';
import {
  attachToJpeg,
  attachToPng,
  attachToWebp,
  type AttachedMetadata,
} from './embed-metadata.ts';
import { exifForResult } from '../reading/exif.ts';
import { iptcForResult } from '../reading/iptc.ts';
import { xmpForResult } from '../reading/xmp.ts';
import {
  fromRaw,
  readDensity,
  readDescription,
  readExif,
  readPixels,
  readProfile,
  type PhotoSource,
  type RawPicture,
} from '../reading/photo-pixels.ts';

export interface ExportOptions {
  readonly format: PictureFormat;
  /** 1 to 100; JPEG and lossy WebP. */
  readonly quality: number;
  /** WebP only. */
  readonly lossless: boolean;
  readonly exif?: ExifChoice | undefined;
  /** The photo that provides EXIF, if not this one. */
  readonly camera?: PhotoSource | undefined;
}

const ENCODING = {
  /** A saved PNG is written once, so size is worth the time. */
  pngCompressionLevel: 6,
  /** Background of transparent areas in JPEG. */
  jpegBackground: '#ffffff',
  /** Longest side of a WebP (container specification: 14 bits). */
  webpMaxSide: 16_383,
} as const;

/** Formats with 16 bits per channel. */
const HOLDS_16_BITS: Readonly<Record<PictureFormat, boolean>> = {
  png: true,
  tiff: true,
  jpeg: false,
  webp: false,
};

/**
 * PNG and TIFF keep 16 bits, all lossless formats every pixel outside results. Applies the
 * orientation.
 * @param path must not exist
 * @param patches lowest first
 * @throws AppError `too-large` if the format cannot store the photo
 */
export async function exportPhoto(
  source: PhotoSource,
  patches: readonly PatchPicture[],
  options: ExportOptions,
  path: string,
): Promise<void> {
  const bytes = await encodePhoto(source, patches, options);
  await writeFile(path, bytes, { flag: 'wx', flush: true });
}

/** @throws AppError `too-large` */
export async function encodePhoto(
  source: PhotoSource,
  patches: readonly PatchPicture[],
  options: ExportOptions,
): Promise<Buffer> {
  const depth = HOLDS_16_BITS[options.format] ? source.depth : 8;
  const picture = await readPixels({ ...source, depth });
  if (options.format === 'webp') requireWebpSize(picture);
  await applyPatches(picture, rectOfSize(picture), patches);
  const { exif: choice = 'none' } = options;
  const camera = options.camera ?? source;
  const exif = choice === 'none' ? undefined : await readExif(camera);
  const { xmp, iptc } = choice === 'none' ? {} : await readDescription(camera);
  const density = await readDensity(source);
  return await encode(picture, options, {
    profile: await readProfile(source),
    density,
    exif: exif && exifForResult(exif, picture, choice, density),
    xmp: xmp && xmpForResult(xmp, choice === 'all'),
    iptc: iptc && iptcForResult(iptc, choice === 'all'),
  });
}

function requireWebpSize({ width, height }: RawPicture): void {
  if (Math.max(width, height) <= ENCODING.webpMaxSide) return;
  throw new AppError(
    'too-large',
    `A WebP file can be at most ${ENCODING.webpMaxSide} pixels on a side. This photo is ${width} × ${height} pixels. Save it as PNG, TIFF or JPEG.`,
    { details: { width, height } },
  );
}

async function encode(
  picture: RawPicture,
  options: ExportOptions,
  metadata: AttachedMetadata,
): Promise<Buffer> {
  switch (options.format) {
    case 'png': {
      const png = await fromRaw(picture)
        .png({ compressionLevel: ENCODING.pngCompressionLevel, adaptiveFiltering: true })
        .toBuffer();
      return attachToPng(png, metadata);
    }
    case 'jpeg': {
      const jpeg = await fromRaw(picture)
        .flatten({ background: ENCODING.jpegBackground })
        .jpeg({ quality: options.quality, chromaSubsampling: '4:4:4' })
        .toBuffer();
      return attachToJpeg(jpeg, metadata);
    }
    case 'webp': {
      const webp = await fromRaw(picture)
        .webp(
          options.lossless
            ? { lossless: true, exact: true, effort: 2 }
            : { quality: options.quality },
        )
        .toBuffer();
      return attachToWebp(webp, metadata, {
        width: picture.width,
        height: picture.height,
        hasAlpha: picture.channels === 4,
      });
    }
    case 'tiff': {
      const tiff = await fromRaw(picture)
        .tiff({ compression: 'deflate', predictor: 'horizontal' })
        .toBuffer();
      return attachToTiff(tiff, metadata);
    }
  }
}
