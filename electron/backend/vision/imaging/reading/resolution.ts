/** The print size in a TIFF directory (TIFF 6.0 and Exif 2.32, tags 282, 283 and 296). */
import {
  numberEntry,
  readTiffEntries,
  RESOLUTION_TAG,
  TIFF_TYPE,
  type TiffEntry,
} from './tiff-entries.ts';

/** Pixels per inch, horizontal and vertical. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

const UNIT = { none: 1, inch: 2, centimetre: 3 } as const;
const CENTIMETRES_PER_INCH = 2.54;
/** Kept fractions of a pixel per inch. */
const PARTS = 10_000;

/** @param block EXIF, with or without `Exif\\0\\0`; an invalid one has none */
export function readResolution(block: Uint8Array): Density | undefined {
  try {
    return resolutionOf(readTiffEntries(withoutPrefix(block)));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function resolutionOf(entries: readonly TiffEntry[]): Density | undefined {
  const named = (tag: number) => entries.find((entry) => entry.tag === tag);
  const unitEntry = named(RESOLUTION_TAG.unit);
  const unit = unitEntry?.type === TIFF_TYPE.short ? unitEntry.value.readUInt16LE(0) : UNIT.inch;
  const [x, y] = [named(RESOLUTION_TAG.x), named(RESOLUTION_TAG.y)].map(rationalOf);
  if (x === undefined || y === undefined || unit === UNIT.none) return undefined;
  const factor = unit === UNIT.centimetre ? CENTIMETRES_PER_INCH : 1;
  return { x: x * factor, y: y * factor };
}

function rationalOf(entry: TiffEntry | undefined): number | undefined {
  if (entry?.type !== TIFF_TYPE.rational) return undefined;
  return entry.value.readUInt32LE(0) / entry.value.readUInt32LE(4);
}

export function resolutionEntries(density: Density | null): readonly TiffEntry[] {
  const { x, y } = density ?? { x: 1, y: 1 };
  return [
    rationalEntry(RESOLUTION_TAG.x, x),
    rationalEntry(RESOLUTION_TAG.y, y),
    numberEntry(RESOLUTION_TAG.unit, TIFF_TYPE.short, density === null ? UNIT.none : UNIT.inch),
  ];
}

function rationalEntry(tag: number, number: number): TiffEntry {
  const value = Buffer.alloc(8);
  const parts = Number.isInteger(number) ? 1 : PARTS;
  value.writeUInt32LE(Math.min(0xffff_ffff, Math.round(number * parts)), 0);
  value.writeUInt32LE(parts, 4);
  return { tag, type: TIFF_TYPE.rational, count: 1, value };
}

/** Prefix of the block in JPEG segments and from decoders. */
const PREFIX = Buffer.from('Exif\0\0', 'latin1');

export function withoutPrefix(exif: Uint8Array): Buffer {
  const whole = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const isPrefixed = whole.subarray(0, PREFIX.length).equals(PREFIX);
  return isPrefixed ? whole.subarray(PREFIX.length) : whole;
}
