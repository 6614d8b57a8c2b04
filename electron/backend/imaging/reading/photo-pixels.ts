/**
 * A photo's pixels in photo space. Colour numbers are kept as they are in the file: an RGB profile
 * is neither applied nor removed, so a result made from these numbers fits back without a shift.
 * CMYK is the exception; it is converted to sRGB once and stays there.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { readSeenDensity } from './density.ts';
import type { Density } from './resolution.ts';
import { PICTURE_LIMITS } from './limits.ts';
import { openPicture, readPictureHeader } from './open-picture.ts';
import { readTiffCamera } from './tiff-camera.ts';

/** The facts of a photo that decide how its pixels are read. */
export interface PhotoSource {
  readonly path: string;
  /** Its pixels alone in another file that is read faster; everything else is in `path`. */
  readonly pixelsPath?: string | undefined;
  readonly depth: 8 | 16;
  readonly hasAlpha: boolean;
  readonly isCmyk: boolean;
}

/** Interleaved pixels, row by row. `data` is a Uint8Array for depth 8, a Uint16Array for depth 16. */
export interface RawPicture {
  readonly data: Uint8Array | Uint16Array;
  readonly width: number;
  readonly height: number;
  /** 3 = RGB, 4 = RGBA (straight alpha). */
  readonly channels: 3 | 4;
  readonly depth: 8 | 16;
}

/** Opens a photo for reading with the rules of this module; the orientation is applied. */
export function readPhoto(source: PhotoSource): Sharp {
  return openPicture(source.pixelsPath ?? source.path, {
    ignoreIcc: !source.isCmyk,
    failOn: 'truncated',
  }).autoOrient();
}

/**
 * The pixels of a rectangle (or of the whole photo) at the photo's own depth.
 *
 * @param region photo space, inside the photo
 */
export async function readPixels(source: PhotoSource, region?: Rect): Promise<RawPicture> {
  let picture = readPhoto(source);
  if (region !== undefined) picture = picture.extract(toExtract(region));
  return toRaw(picture, source.depth, source.hasAlpha);
}

/** Any picture as RGB or RGBA numbers. */
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

/** A raw picture as the start of a sharp pipeline. */
export function fromRaw(picture: RawPicture): Sharp {
  const { width, height, channels } = picture;
  const pipeline = sharp(picture.data, {
    raw: { width, height, channels },
    limitInputPixels: PICTURE_LIMITS.maxPixels,
  });
  return picture.depth === 16 ? pipeline.toColourspace('rgb16') : pipeline;
}

/** The embedded ICC profile of an RGB photo, as stored; `undefined` for none, for grey and for CMYK. */
export async function readProfile(source: PhotoSource): Promise<Uint8Array | undefined> {
  const metadata = await readPictureHeader(source.path);
  if (source.isCmyk || metadata.icc === undefined) return undefined;
  // bytes 16–19 of an ICC profile name its colour space; only an RGB profile fits RGB pixels
  return metadata.icc.subarray(16, 20).toString('latin1') === 'RGB ' ? metadata.icc : undefined;
}

/** The print size that the file names, of the upright picture; `null` for none. */
export async function readDensity(source: PhotoSource): Promise<Density | null> {
  return await readSeenDensity(source.path);
}

/** The camera's data as stored, a block of EXIF. */
export async function readExif(source: PhotoSource): Promise<Uint8Array | undefined> {
  return (await readPictureHeader(source.path)).exif ?? (await readTiffCamera(source.path));
}

/** What people have written about the photograph, as stored. */
export async function readDescription(
  source: PhotoSource,
): Promise<Pick<Metadata, 'xmp' | 'iptc'>> {
  return await readPictureHeader(source.path);
}

function toExtract(rect: Rect) {
  return { left: rect.x, top: rect.y, width: rect.width, height: rect.height };
}

function asUint16(data: Buffer): Uint16Array {
  // Buffers from sharp are aligned, but a view must not depend on it.
  if (data.byteOffset % 2 === 0)
    return new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return new Uint16Array(Uint8Array.from(data).buffer);
}
