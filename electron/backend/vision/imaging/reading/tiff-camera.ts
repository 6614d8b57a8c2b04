/** Sharp doesn't look in a picture's own directories. Sources: TIFF 6.0, Exif 2.32 (4.6.3). */
import { open, type FileHandle } from 'node:fs/promises';
import { resolutionOf, type Density } from './resolution.ts';
import {
  DESCRIPTIVE_TAGS,
  RESOLUTION_TAGS,
  swapNumbers,
  tiffType,
  writeTiffBlock,
  type TiffEntry,
} from './tiff-entries.ts';

const TAG = {
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
  makerNote: 0x927c,
  interoperabilityPointer: 0xa005,
} as const;

/** SECURITY: S49 limits for files that claim more. */
const LIMITS = {
  /** Entries per directory; a picture has about forty, EXIF about a hundred. */
  entries: 1000,
  /** Bytes of one value. */
  value: 16_384,
  /** Bytes of all values, which fit a JPEG segment. */
  total: 49_152,
} as const;

/** Tag, type, count, value or offset. */
const ENTRY_BYTES = 12;
const HEADER_BYTES = 8;

/** @returns a little-endian block; `undefined` without data or with invalid directories */
export async function readTiffCamera(path: string): Promise<Buffer | undefined> {
  await using file = await open(path, 'r');
  const opened = await openMain(file);
  if (opened === undefined) return undefined;
  const { reader, main } = opened;
  const below: (readonly [number, { readonly entries: readonly TiffEntry[] }])[] = [];
  for (const tag of [TAG.exifPointer, TAG.gpsPointer]) {
    const pointer = main.find((entry) => entry.tag === tag);
    if (pointer?.value.length !== 4) continue;
    const entries = await entriesAt(reader, pointer.value.readUInt32LE(0), isKept);
    if (entries.length > 0) below.push([tag, { entries }]);
  }
  const described = main.filter(({ tag }) => DESCRIPTIVE_TAGS.has(tag));
  if (described.length + below.length === 0) return undefined;
  const resolution = main.filter(({ tag }) => RESOLUTION_TAGS.has(tag));
  return writeTiffBlock({ entries: [...described, ...resolution], below });
}

/** @returns `undefined` if there is none, and for other files */
export async function readTiffResolution(path: string): Promise<Density | undefined> {
  await using file = await open(path, 'r');
  const opened = await openMain(file);
  return opened && resolutionOf(opened.main);
}

async function openMain(
  file: FileHandle,
): Promise<{ readonly reader: Reader; readonly main: readonly TiffEntry[] } | undefined> {
  const header = await bytesAt(file, 0, HEADER_BYTES);
  const order = header?.toString('latin1', 0, 4);
  if (header === undefined || (order !== 'II*\0' && order !== 'MM\0*')) return undefined;
  const isLittle = order.startsWith('I');
  const reader: Reader = { file, isLittle, left: LIMITS.total };
  const first = isLittle ? header.readUInt32LE(4) : header.readUInt32BE(4);
  return { reader, main: await entriesAt(reader, first, isLookedAt) };
}

function isLookedAt(tag: number): boolean {
  return (
    DESCRIPTIVE_TAGS.has(tag) ||
    RESOLUTION_TAGS.has(tag) ||
    tag === TAG.exifPointer ||
    tag === TAG.gpsPointer
  );
}

interface Reader {
  readonly file: FileHandle;
  readonly isLittle: boolean;
  left: number;
}

/** Drops maker notes, which contain copies of the old picture, and pointers. */
function isKept(tag: number): boolean {
  return tag !== TAG.makerNote && tag !== TAG.interoperabilityPointer;
}

/** Little-endian; invalid entries are dropped. */
async function entriesAt(
  reader: Reader,
  at: number,
  isWanted: (tag: number) => boolean,
): Promise<readonly TiffEntry[]> {
  const { file, isLittle } = reader;
  const short = (from: Buffer, offset: number) =>
    isLittle ? from.readUInt16LE(offset) : from.readUInt16BE(offset);
  const long = (from: Buffer, offset: number) =>
    isLittle ? from.readUInt32LE(offset) : from.readUInt32BE(offset);
  const head = await bytesAt(file, at, 2);
  if (head === undefined) return [];
  const length = short(head, 0);
  if (length > LIMITS.entries) return [];
  const directory = await bytesAt(file, at + 2, length * ENTRY_BYTES);
  if (directory === undefined) return [];
  const entries: TiffEntry[] = [];
  for (let start = 0; start < directory.length; start += ENTRY_BYTES) {
    const entry = directory.subarray(start, start + ENTRY_BYTES);
    const tag = short(entry, 0);
    if (!isWanted(tag) || entries.some((each) => each.tag === tag)) continue;
    const type = short(entry, 2);
    const count = long(entry, 4);
    const { bytes, number } = tiffType(type);
    const size = bytes * count;
    if (size === 0 || size > LIMITS.value || size > reader.left) continue;
    const value =
      size <= 4 ? entry.subarray(8, 8 + size) : await bytesAt(file, long(entry, 8), size);
    if (value === undefined) continue;
    reader.left -= size;
    const copy = Buffer.from(value);
    if (!isLittle) swapNumbers(copy, number);
    entries.push({ tag, type, count, value: copy });
  }
  return entries;
}

/** `undefined` beyond the end. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return bytesRead === length ? buffer : undefined;
}
