/**
 * Whether Chromium sees the same picture in a file as the decoder of everything else: only then the window shows
 * the user's own file. Size, mask, sent parts and saved files follow that decoder alone.
 */
import type { Metadata } from 'sharp';
import { openDirectories } from './directories.ts';
import { openBytes, type FileBytes } from './file-bytes.ts';
import { chunksBeforePixels } from './png-chunks.ts';
import type { PictureFormat } from './sniff-format.ts';

const TAG_ORIENTATION = 0x01_12;
const TYPE_SHORT = 3;
const PREFIX = 'Exif\0\0';
/** Bytes at the end of a PNG in which camera data may stand behind the pixels. */
const TAIL_BYTES = 65_536;

/** @param metadata of the same file */
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
    case 'webp': // Chromium does not turn it
      return orientation === 1;
    case 'png': {
      await using bytes = await openBytes(file);
      return orientation === 1 && (await isPlainPng(bytes, metadata));
    }
    default: // TIFF and GIF; of an AVIF, the missing colours of 4:2:0 are guessed in another way
      return false;
  }
}

/** Whether the turn is written as every reader expects it. */
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

/** No animation, whose first frame may be another picture; no turn that only one of them finds; no profile that only one takes. */
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
