/** TIFF 6.0, section 2. Offsets count from the start of a file, so EXIF cannot be copied. */

/** The value is little-endian. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

/** Bytes of a value by type, and of the numbers in it; index 0 is no type. */
const TIFF_TYPES = [
  { bytes: 0, number: 1 },
  { bytes: 1, number: 1 }, // BYTE
  { bytes: 1, number: 1 }, // ASCII
  { bytes: 2, number: 2 }, // SHORT
  { bytes: 4, number: 4 }, // LONG
  { bytes: 8, number: 4 }, // RATIONAL
  { bytes: 1, number: 1 }, // SBYTE
  { bytes: 1, number: 1 }, // UNDEFINED
  { bytes: 2, number: 2 }, // SSHORT
  { bytes: 4, number: 4 }, // SLONG
  { bytes: 8, number: 4 }, // SRATIONAL
  { bytes: 4, number: 4 }, // FLOAT
  { bytes: 8, number: 8 }, // DOUBLE
  { bytes: 4, number: 4 }, // IFD
] as const;

const ENTRY_BYTES = 12;
const HEADER_BYTES = 8;

export const TIFF_TYPE = { byte: 1, short: 3, long: 4, rational: 5, undefined: 7 } as const;
/** UTF-8 text (Exif 3.0). */
const TYPE_UTF8 = 129;

/** Returns 0 for an unknown type. */
export function tiffType(type: number): (typeof TIFF_TYPES)[number] {
  return TIFF_TYPES[type === TYPE_UTF8 ? 2 : type] ?? TIFF_TYPES[0];
}

export const DESCRIPTIVE_TAGS = new Set([
  0x010d, 0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x4746, 0x4749, 0x8298, 0x9c9b,
  0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
]);

export const RESOLUTION_TAG = { x: 0x011a, y: 0x011b, unit: 0x0128 } as const;
export const RESOLUTION_TAGS: ReadonlySet<number> = new Set(Object.values(RESOLUTION_TAG));

/** Skips entries of unknown types. @throws RangeError if the directory is outside the block */
export function readTiffEntries(block: Buffer, at = directoryOffset(block)): readonly TiffEntry[] {
  const isLittle = isLittleEndian(block);
  const short = (offset: number) =>
    isLittle ? block.readUInt16LE(offset) : block.readUInt16BE(offset);
  const long = (offset: number) =>
    isLittle ? block.readUInt32LE(offset) : block.readUInt32BE(offset);
  const entries: TiffEntry[] = [];
  let held = 0;
  const length = short(at);
  for (let index = 0; index < length; index++) {
    const entry = at + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > block.length) break; // The directory is truncated.
    const type = short(entry + 2);
    const count = long(entry + 4);
    const { bytes, number } = tiffType(type);
    const size = bytes * count;
    const valueAt = size <= 4 ? entry + 8 : long(entry + 8);
    if (size === 0 || valueAt + size > block.length) continue;
    held += size;
    // SECURITY: S49 entries that share their value could turn a few bytes into gigabytes
    if (held > block.length) break;
    const value = Buffer.from(block.subarray(valueAt, valueAt + size));
    if (!isLittle) swapNumbers(value, number);
    entries.push({ tag: short(entry), type, count, value });
  }
  return entries;
}

/** @throws RangeError without a TIFF header */
export function directoryOffset(block: Buffer): number {
  return isLittleEndian(block) ? block.readUInt32LE(4) : block.readUInt32BE(4);
}

/** Little-endian, without a successor. @param at even offset of these bytes in the file */
export function writeTiffEntries(entries: readonly TiffEntry[], at: number): Buffer {
  const sorted = entries.toSorted((first, second) => first.tag - second.tag);
  const directory = Buffer.alloc(2 + sorted.length * ENTRY_BYTES + 4);
  directory.writeUInt16LE(sorted.length, 0);
  const values: Buffer[] = [];
  let next = at + directory.length;
  for (const [index, { tag, type, count, value }] of sorted.entries()) {
    const entry = 2 + index * ENTRY_BYTES;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(count, entry + 4);
    if (value.length <= 4) {
      value.copy(directory, entry + 8);
      continue;
    }
    directory.writeUInt32LE(next, entry + 8);
    const padded = value.length % 2 === 0 ? value : Buffer.concat([value, Buffer.alloc(1)]);
    values.push(padded);
    next += padded.length;
  }
  return Buffer.concat([directory, ...values]);
}

export interface TiffDirectory {
  readonly entries: readonly TiffEntry[];
  readonly below?: readonly (readonly [tag: number, directory: TiffDirectory])[];
}

/** Little-endian; `undefined` if it would be empty. */
export function writeTiffBlock(directory: TiffDirectory): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const parts: Buffer[] = [header];
  let end = HEADER_BYTES;
  const append = (entries: readonly TiffEntry[]): number => {
    const at = end;
    const bytes = writeTiffEntries(entries, at);
    parts.push(bytes);
    end += bytes.length;
    return at;
  };
  const first = writeDirectory(directory, append);
  if (first === undefined) return undefined;
  header.write('II*\0', 0, 'latin1');
  header.writeUInt32LE(first, 4);
  return Buffer.concat(parts);
}

function writeDirectory(
  directory: TiffDirectory,
  append: (entries: readonly TiffEntry[]) => number,
): number | undefined {
  const entries = entriesWithPointers(directory, append);
  return entries.length === 0 ? undefined : append(entries);
}

/** @param append writes a directory and returns its offset */
export function entriesWithPointers(
  { entries, below = [] }: TiffDirectory,
  append: (entries: readonly TiffEntry[]) => number,
): readonly TiffEntry[] {
  const pointers = below.flatMap(([tag, directory]) => {
    const at = writeDirectory(directory, append);
    return at === undefined ? [] : [numberEntry(tag, TIFF_TYPE.long, at)];
  });
  return [...entries, ...pointers];
}

export function numberEntry(tag: number, type: 3 | 4, number: number): TiffEntry {
  const value = Buffer.alloc(type === TIFF_TYPE.short ? 2 : 4);
  value.writeUIntLE(number, 0, value.length);
  return { tag, type, count: 1, value };
}

function isLittleEndian(block: Buffer): boolean {
  const order = block.toString('latin1', 0, 2);
  const isLittle = order === 'II';
  if (!isLittle && order !== 'MM') throw new RangeError('No TIFF header.');
  if ((isLittle ? block.readUInt16LE(2) : block.readUInt16BE(2)) !== 42) {
    throw new RangeError('No TIFF header.');
  }
  return isLittle;
}

export function swapNumbers(value: Buffer, bytes: 1 | 2 | 4 | 8): void {
  if (bytes === 2) value.swap16();
  else if (bytes === 4) value.swap32();
  else if (bytes === 8) value.swap64();
}
