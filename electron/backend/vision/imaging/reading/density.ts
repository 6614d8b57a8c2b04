/**
 * Reads the print size. Sources: JFIF 1.02 (APP0); PNG (ISO/IEC 15948) pHYs; TIFF 6.0 and Exif
 * 2.32, tags 282, 283 and 296; BITMAPINFOHEADER in Microsoft's documentation.
 */
import { openBytes, type FileBytes } from './file-bytes.ts';
import { readPictureHeader } from './open-picture.ts';
import { chunksBeforePixels } from './png-chunks.ts';
import { readResolution, type Density } from './resolution.ts';
import { readHead, sniffFormat } from './sniff-format.ts';
import { readTiffResolution } from './tiff-camera.ts';

export const METRES_PER_INCH = 0.0254;
const CENTIMETRES_PER_INCH = 2.54;
const MOST_PER_INCH = 100_000_000; // Fits a PNG's pixels per metre.

export async function readFileDensity(path: string): Promise<Density | null> {
  await using file = await openBytes(path);
  return usableDensity(await namedDensity(path, file));
}

export function usableDensity(named: Density | undefined): Density | null {
  if (named === undefined || !isUsable(named.x) || !isUsable(named.y)) return null;
  return { x: withoutRounding(named.x), y: withoutRounding(named.y) };
}

/** Swaps the axes if the photo is displayed rotated by 90°. */
export async function readSeenDensity(path: string): Promise<Density | null> {
  const { orientation = 1 } = await readPictureHeader(path);
  const density = await readFileDensity(path);
  return density !== null && orientation >= 5 ? turnedDensity(density) : density;
}

export function turnedDensity<Named extends Density | null>(density: Named): Density | Named {
  return density === null ? density : { x: density.y, y: density.x };
}

async function namedDensity(path: string, file: FileBytes): Promise<Density | undefined> {
  switch (sniffFormat(await readHead(path))) {
    case 'jpeg':
      return (await jfifDensity(file)) ?? (await exifDensity(path));
    case 'png':
      return (await pngDensity(file)) ?? (await exifDensity(path));
    case 'tiff':
      return (await readTiffResolution(path)) ?? (await bigTiffDensity(path, file));
    case 'bmp':
      return await bmpDensity(file);
    case 'webp':
    case 'heif':
      return await exifDensity(path);
    default: // GIF cannot store it, and libheif returns a HEIC's EXIF.
      return undefined;
  }
}

function isUsable(number: number): boolean {
  return number > 0 && number <= MOST_PER_INCH;
}

/** Rounds 299.9994 to 300: units per metre and centimetre are whole numbers. */
function withoutRounding(number: number): number {
  const whole = Math.round(number);
  return Math.abs(number - whole) < METRES_PER_INCH / 2 ? whole : number;
}

async function bigTiffDensity(path: string, file: FileBytes): Promise<Density | undefined> {
  const version = (await file.read(0, 4))?.toString('latin1');
  if (version !== 'II+\0' && version !== 'MM\0+') return undefined;
  const { density, resolutionUnit } = await readPictureHeader(path);
  if (density === undefined || resolutionUnit === undefined) return undefined;
  return { x: density, y: density };
}

async function exifDensity(path: string): Promise<Density | undefined> {
  // sharp may refuse a truncated file that is read by other means.
  const header = await readPictureHeader(path).catch(() => undefined);
  return header?.exif && readResolution(header.exif);
}

async function jfifDensity(file: FileBytes): Promise<Density | undefined> {
  const head = await file.read(2, 16);
  if (head?.readUInt16BE(0) !== 0xffe0 || head.toString('latin1', 4, 9) !== 'JFIF\0') {
    return undefined;
  }
  const unit = head[11]; // 0: aspect ratio only.
  if (unit !== 1 && unit !== 2) return undefined;
  const factor = unit === 2 ? CENTIMETRES_PER_INCH : 1;
  return { x: head.readUInt16BE(12) * factor, y: head.readUInt16BE(14) * factor };
}

async function pngDensity(file: FileBytes): Promise<Density | undefined> {
  const data = (await chunksBeforePixels(file)).find(({ type }) => type === 'pHYs')?.data;
  if (data?.[8] !== 1) return undefined; // 0: aspect ratio only.
  return {
    x: data.readUInt32BE(0) * METRES_PER_INCH,
    y: data.readUInt32BE(4) * METRES_PER_INCH,
  };
}

async function bmpDensity(file: FileBytes): Promise<Density | undefined> {
  const header = await file.read(14, 32);
  if (header === undefined || header.readUInt32LE(0) < 40) return undefined;
  return {
    x: header.readInt32LE(24) * METRES_PER_INCH,
    y: header.readInt32LE(28) * METRES_PER_INCH,
  };
}
