/**
 * The photo's own file as the sent one: where a region is the whole photo and nothing has to be
 * changed in it, its pixels need not be encoded again. Everything but pixels (camera data, profile,
 * comments) is left out. Sources: ITU-T T.81 annex B (JPEG markers), PNG (ISO/IEC 15948) chunks.
 */
import { readFile } from 'node:fs/promises';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PhotoSource } from './photo-pixels.ts';
import { readPictureHeader } from './open-picture.ts';

const JPEG = {
  scan: 0xda,
  /** The layout of the colours, which decoding needs. */
  adobe: 0xee,
  firstApplication: 0xe0,
  lastApplication: 0xef,
  comment: 0xfe,
} as const;

/** Segments or chunks of a file; one with more is encoded again. A camera writes a few thousand at most. */
const MOST_PARTS = 50_000;
const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const PNG_CHUNK_BYTES = 12;
const PNG_KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/**
 * @param region photo space
 * @param maxBytes the limit of the request
 * @returns the file with nothing but its pixels; `undefined` when the region has to be encoded
 */
export async function readWholeFile(
  source: PhotoSource,
  region: Rect,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (source.depth !== 8 || source.hasAlpha || source.isCmyk) return undefined;
  const found = await readPictureHeader(source.path);
  const { width, height, format, channels, space, orientation = 1 } = found;
  const isWhole = region.width === width && region.height === height;
  if (!isWhole || orientation !== 1 || channels !== 3 || space !== 'srgb') return undefined;
  if ((found.size ?? 0) > 2 * maxBytes) return undefined;
  const file = await readFile(source.path);
  const stripped =
    format === 'jpeg' ? stripJpeg(file) : format === 'png' ? stripPng(file) : undefined;
  return stripped === undefined || stripped.byteLength > maxBytes ? undefined : stripped;
}

/** Leaves out every application segment but Adobe's, and comments. */
function stripJpeg(file: Buffer): Buffer | undefined {
  const parts = [file.subarray(0, 2)];
  let at = 2;
  for (let seen = 0; seen < MOST_PARTS && at + 4 <= file.length; seen++) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === JPEG.scan) return Buffer.concat([...parts, file.subarray(at)]);
    const end = at + 2 + file.readUInt16BE(at + 2);
    const isApplication = marker >= JPEG.firstApplication && marker <= JPEG.lastApplication;
    const isKept = marker === JPEG.adobe || (!isApplication && marker !== JPEG.comment);
    if (isKept) parts.push(file.subarray(at, end));
    at = end;
  }
  return undefined;
}

/** Leaves out every chunk that is not pixels. */
function stripPng(file: Buffer): Buffer | undefined {
  const parts = [file.subarray(0, PNG_SIGNATURE_BYTES)];
  let at = PNG_SIGNATURE_BYTES;
  for (let seen = 0; seen < MOST_PARTS && at + PNG_CHUNK_BYTES <= file.length; seen++) {
    const end = at + PNG_CHUNK_BYTES + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) return undefined;
    if (PNG_KEPT.has(type)) parts.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}
