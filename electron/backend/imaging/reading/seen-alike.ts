/** The window uses the user's own file only if Chromium shows it like sharp does. */
import type { Metadata } from 'sharp';
import { openDirectories } from './directories.ts';
import { openBytes, type FileBytes } from './file-bytes.ts';
import { chunksBeforePixels } from './png-chunks.ts';
import type { PictureFormat } from './sniff-format.ts';

const TAG_ORIENTATION = 0x01_12;
const TYPE_SHORT = 3;
const PREFIX = 'Exif\0\0';
/** EXIF may follow the pixels within these last bytes of a PNG. */
const TAIL_BYTES = 65_536;

export async function isSeenAlike(
  file: string | Buffer,
  format: PictureFormat,
  metadata: Metadata,
): Promise<boolean> {
  const { orientation = 1, pages = 1, space } = metadata;
  if (space === 'cmyk' || pages > 1) return false;
  switch (format) {
    case 'jpeg':
      return await isReadAlike(metadata.exif, orientation);
    case 'webp': // Chromium ignores the orientation.
      return orientation === 1;
    case 'png': {
      await using bytes = await openBytes(file);
      return orientation === 1 && (await isPlainPng(bytes, metadata));
    }
    default: // TIFF and GIF are not supported; AVIF upsamples 4:2:0 differently.
      return false;
  }
}

async function isReadAlike(exif: Buffer | undefined, orientation: number): Promise<boolean> {
  if (exif === undefined) return orientation === 1;
  const isPrefixed = exif.toString('latin1', 0, PREFIX.length) === PREFIX;
  await using block = await openBytes(isPrefixed ? exif.subarray(PREFIX.length) : exif);
  const directories = await openDirectories(block);
  if (directories === undefined) return false;
  const tag = await directories.tag(directories.first, TAG_ORIENTATION);
  if (tag === undefined) return orientation === 1;
  const [value] = tag.numbers;
  return tag.type === TYPE_SHORT && tag.numbers.length === 1 && value === orientation;
}

/** Excludes animations, whose first frame may differ, and profiles that only one of them finds. */
async function isPlainPng(file: FileBytes, { exif, icc }: Metadata): Promise<boolean> {
  const chunks = await chunksBeforePixels(file);
  const has = (type: string): boolean => chunks.some((chunk) => chunk.type === type);
  if (has('acTL') || (has('iCCP') && icc === undefined)) return false;
  if (!(await isReadAlike(exif, 1))) return false;
  const tail = await file.read(
    Math.max(0, file.size - TAIL_BYTES),
    Math.min(file.size, TAIL_BYTES),
  );
  return exif !== undefined || tail?.includes('eXIf') !== true;
}
