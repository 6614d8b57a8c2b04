/** Keeps colour numbers, so that results fit back exactly. CMYK is converted to sRGB once. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { profileSpace } from './colour-meaning.ts';
import { readSeenDensity } from './density.ts';
import type { Density } from './resolution.ts';
import { PICTURE_LIMITS } from './limits.ts';
import { openPicture, readPictureHeader } from './open-picture.ts';
import { readTiffCamera } from './tiff-camera.ts';

export interface PhotoSource {
  readonly path: string;
  /** Another file with the same pixels that is faster to read. */
  readonly pixelsPath?: string | undefined;
  readonly depth: 8 | 16;
  readonly hasAlpha: boolean;
  readonly isCmyk: boolean;
}

/** Interleaved rows. `data` is a Uint8Array for depth 8, a Uint16Array for depth 16. */
export interface RawPicture {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  /** 3 = RGB, 4 = RGBA (straight alpha). */
  readonly channels: 3 | 4;
  readonly depth: 8 | 16;
}

export function readPhoto(source: PhotoSource): Sharp {
  return openPicture(source.pixelsPath ?? source.path, {
    ignoreIcc: !source.isCmyk,
    failOn: 'truncated',
  }).autoOrient();
}

export async function readPixels(source: PhotoSource, region?: Rect): Promise<RawPicture> {
  let picture = readPhoto(source);
  if (region !== undefined) picture = picture.extract(toExtract(region));
  return toRaw(picture, source.depth, source.hasAlpha);
}

export async function toRaw(picture: Sharp, depth: 8 | 16, hasAlpha: boolean): Promise<RawPicture> {
  const coloured = picture.toColourspace(depth === 16 ? 'rgb16' : 'srgb');
  const shaped = hasAlpha ? coloured.ensureAlpha() : coloured.removeAlpha();
  const { data, info } = await shaped
    .raw({ depth: depth === 16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples = depth === 16 ? asUint16(data) : data;
  return {
    data: samples,
    width: info.width,
    height: info.height,
    channels: hasAlpha ? 4 : 3,
    depth,
  };
}

export function fromRaw(picture: RawPicture): Sharp {
  const { width, height, channels } = picture;
  const pipeline = sharp(picture.data, {
    raw: { width, height, channels },
    limitInputPixels: PICTURE_LIMITS.maxPixels,
  });
  return picture.depth === 16 ? pipeline.toColourspace('rgb16') : pipeline;
}

/** Returns the embedded ICC profile of an RGB photo; `undefined` for none, grey and CMYK. */
export async function readProfile(source: PhotoSource): Promise<Uint8Array | undefined> {
  const metadata = await readPictureHeader(source.path);
  if (source.isCmyk || metadata.icc === undefined) return undefined;
  return profileSpace(metadata.icc) === 'RGB ' ? metadata.icc : undefined;
}

export async function readDensity(source: PhotoSource): Promise<Density | null> {
  return await readSeenDensity(source.path);
}

export async function readExif(source: PhotoSource): Promise<Uint8Array | undefined> {
  return (await readPictureHeader(source.path)).exif ?? (await readTiffCamera(source.path));
}

export async function readDescription(
  source: PhotoSource,
): Promise<Pick<Metadata, 'xmp' | 'iptc'>> {
  return await readPictureHeader(source.path);
}

export function toExtract(rect: Rect) {
  return { left: rect.x, top: rect.y, width: rect.width, height: rect.height };
}

function asUint16(data: Buffer): Uint16Array {
  // sharp's buffers are aligned, but a view must not rely on it.
  if (data.byteOffset % 2 === 0)
    return new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return new Uint16Array(Uint8Array.from(data).buffer);
}
