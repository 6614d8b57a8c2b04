/**
 * Adds an end to truncated files, unless a quarter of the pixels is missing. Sources: ITU-T T.81
 * annex B (JPEG), ISO/IEC 15948 (PNG), the WebP container specification.
 */
import { open, readFile } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { PICTURE_LIMITS } from './limits.ts';
import { openPicture } from './open-picture.ts';
import type { SniffedFormat } from './sniff-format.ts';
import { pngChunk } from '../writing/embed-metadata.ts';
import { isWholePng, pixelBytesOf } from './whole-png.ts';

export interface CutOff {
  /** The file with an end. */
  readonly bytes: Buffer;
  /** Fraction of pixels that exist. */
  readonly there: number;
  /** Pixels lack detail. */
  readonly isCoarse: boolean;
  /** Content of the missing pixels. */
  readonly filledWith: 'grey' | 'black' | 'guesses';
}

/** Below this fraction of pixels a file counts as damaged. */
export const LEAST_THERE = 0.75;

/** @returns `undefined` for a complete file, and if no decoder reads the beginning */
export async function readCutOff(path: string, format: SniffedFormat): Promise<CutOff | undefined> {
  switch (format) {
    case 'jpeg':
      return (await endsWith(path, EOI)) ? undefined : await readCutJpeg(await readFile(path));
    case 'png':
      return (await isWholePng(path)) ? undefined : await readCutPng(await readFile(path));
    case 'webp':
      return await readCutWebp(path);
    default: // Decoders and viewers open nothing, or need no end.
      return undefined;
  }
}

const EOI = Buffer.from([0xff, 0xd9]);

async function endsWith(path: string, end: Buffer): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size < end.length) return false;
  const { buffer } = await file.read(Buffer.alloc(end.length), 0, end.length, size - end.length);
  return buffer.equals(end);
}

const JPEG = {
  /** Range of frame markers, with other markers in between. */
  frames: [0xc0, 0xcf] as const,
  tables: new Set([0xc4, 0xc8, 0xcc]),
  scan: 0xda,
  end: 0xd9,
  restarts: [0xd0, 0xd7] as const,
  /** Index of a block's last frequency. */
  lastFrequency: 63,
  /** Missing bits of a coefficient that are invisible. */
  fineBits: 1,
} as const;
/** Filler that encoders never write: a decoder makes other pixels from it than from an end. */
const OTHER_BITS = 0xaa;
const OTHER_BYTES = 65_536;

interface Scan {
  readonly components: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly missingBits: number;
}

function scansOf(
  file: Buffer,
): { scans: Scan[]; components: readonly number[]; isWhole: boolean } | undefined {
  const scans: Scan[] = [];
  let components: readonly number[] = [];
  const result = (isWhole: boolean) =>
    scans.length === 0 ? undefined : { scans, components, isWhole };
  for (let at = file.indexOf(0xff, 2); at !== -1 && at + 1 < file.length;) {
    const marker = file[at + 1] ?? 0;
    // Scan data and fill bytes.
    if (
      marker === 0 ||
      marker === 0xff ||
      (marker >= JPEG.restarts[0] && marker <= JPEG.restarts[1])
    ) {
      at = file.indexOf(0xff, marker === 0xff ? at + 1 : at + 2);
      continue;
    }
    if (marker === JPEG.end) return result(true);
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
    if (length < 2 || at + 2 + length > file.length) return result(false);
    const body = file.subarray(at + 4, at + 2 + length);
    if (marker >= JPEG.frames[0] && marker <= JPEG.frames[1] && !JPEG.tables.has(marker)) {
      components = Array.from({ length: body[5] ?? 0 }, (_none, index) => body[6 + index * 3] ?? 0);
    }
    if (marker === JPEG.scan) {
      const count = body[0] ?? 0;
      scans.push({
        components: Array.from({ length: count }, (_none, index) => body[1 + index * 2] ?? 0),
        from: body[1 + count * 2] ?? 0,
        to: body[2 + count * 2] ?? 0,
        missingBits: (body[3 + count * 2] ?? 0) & 0xf,
      });
    }
    at = file.indexOf(0xff, at + 2 + length);
  }
  return result(false);
}

async function readCutJpeg(file: Buffer): Promise<CutOff | undefined> {
  const found = scansOf(file);
  if (found === undefined || found.isWhole) return undefined;
  // Half of a marker is not data.
  const data = file.at(-1) === 0xff ? file.subarray(0, -1) : file;
  const bytes = Buffer.concat([data, EOI]);
  const other = Buffer.concat([data, Buffer.alloc(OTHER_BYTES, OTHER_BITS), EOI]);
  const { scans, components } = found;
  const inRows = await sameRows(bytes, other).catch(() => undefined);
  if (inRows === undefined) return undefined;
  // The last scan refined only the upper rows.
  const hasShape = inRows < 1 && isFine(scans.slice(0, -1), components);
  const there = hasShape ? 1 : isFine(scans, components) ? inRows : 0;
  const isCoarse = hasShape || missingBits(scans, components, JPEG.lastFrequency) > 0;
  return { bytes, there, isCoarse, filledWith: 'grey' };
}

/** True if only the last bits of brightness and detail of colours are missing. */
function isFine(scans: readonly Scan[], components: readonly number[]): boolean {
  return (
    missingBits(scans, components.slice(0, 1), JPEG.lastFrequency) <= JPEG.fineBits &&
    missingBits(scans, components, 0) <= JPEG.fineBits
  );
}

/** Returns the most missing bits in some components; infinite if one has not come. */
function missingBits(scans: readonly Scan[], components: readonly number[], last: number): number {
  let most = 0;
  for (const component of components) {
    const own = scans.filter((scan) => scan.components.includes(component));
    for (let frequency = 0; frequency <= last; frequency++) {
      const bits = own
        .filter(({ from, to }) => from <= frequency && frequency <= to)
        .map((scan) => scan.missingBits);
      most = Math.max(most, Math.min(Infinity, ...bits));
    }
  }
  return most;
}

/** Returns the fraction of equal rows from the top; later ones depend on missing data. */
async function sameRows(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await numbersOf(one), await numbersOf(other)];
  const { width, height, channels } = a.info;
  const line = width * channels;
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * line, (y + 1) * line];
    if (a.data.compare(b.data, from, to, from, to) !== 0) return y / height;
  }
  return 1;
}

async function numbersOf(file: Buffer) {
  return await openPicture(file, { failOn: 'none', ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const PNG = { signatureBytes: 8, chunkBytes: 12, headerBytes: 13, zlibHeaderBytes: 2 } as const;
/** Chunks without which pixels cannot be decoded. */
const CRITICAL: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT']);
const TYPE = /^[A-Za-z]{4}$/u;

async function readCutPng(file: Buffer): Promise<CutOff | undefined> {
  const parts = [file.subarray(0, PNG.signatureBytes)];
  const pixels: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = PNG.signatureBytes; at + PNG.signatureBytes <= file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (!TYPE.test(type) || type === 'IEND') break;
    const data = file.subarray(at + 8, at + 8 + length);
    const isWhole = at + PNG.chunkBytes + length <= file.length;
    const isSound =
      isWhole &&
      file.readUInt32BE(at + 8 + length) === crc32(file.subarray(at + 4, at + 8 + length));
    if (type === 'IDAT') pixels.push(data);
    else if (!isSound && CRITICAL.has(type)) return undefined;
    if (type === 'IHDR') header = data;
    if (isSound || type === 'IDAT') parts.push(pngChunk(type, data));
    at += PNG.chunkBytes + length;
  }
  if (header?.length !== PNG.headerBytes || pixels.length === 0) return undefined;
  if (header.readUInt32BE(0) * header.readUInt32BE(4) > PICTURE_LIMITS.maxPixels) return undefined;
  const isInterlaced = header[12] === 1;
  const needed = pixelBytesOf(header);
  const found = await unpackedBytes(Buffer.concat(pixels), needed);
  const there = needed === 0 ? 0 : Math.min(1, found / needed);
  return {
    bytes: Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))]),
    // Missing data is spread over the whole picture.
    there: isInterlaced && there < 1 ? 0 : there,
    isCoarse: false,
    filledWith: 'black',
  };
}

/** Counts inflated bytes up to the end or the first error, at most `most`. */
function unpackedBytes(packed: Buffer, most: number): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    const inflate = createInflateRaw();
    const end = (): void => {
      inflate.destroy();
      resolve(bytes);
    };
    inflate.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes >= most) end();
    });
    inflate.on('end', end);
    inflate.on('error', end);
    // SECURITY: S49 inflated data is only counted
    inflate.end(packed.subarray(PNG.zlibHeaderBytes));
  });
}

/** Fills bytes that the container announces but lacks with zeros. */
async function readCutWebp(path: string): Promise<CutOff | undefined> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
  if (bytesRead < head.length) return undefined;
  const whole = 8 + head.readUInt32LE(4);
  if (size >= whole) return undefined;
  const there = size / whole;
  if (there < LEAST_THERE) return { bytes: head, there, isCoarse: false, filledWith: 'guesses' };
  const bytes = Buffer.concat([await readFile(path), Buffer.alloc(whole - size)]);
  return { bytes, there, isCoarse: false, filledWith: 'guesses' };
}
