/**
 * Directories of a TIFF file (TIFF 6.0, section 2) as values that can be written elsewhere: in a file,
 * every offset counts from its beginning, so a block of camera data cannot be copied as it is.
 */

/** An entry with its value, little-endian. */
export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  /** Number of values of the type. */
  readonly count: number;
  readonly value: Buffer;
}

/** Bytes of one value by its type, and of the numbers in it; index 0 is no type. */
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

/** tag, type, count, value or offset */
const ENTRY_BYTES = 12;
const HEADER_BYTES = 8;

/** Types of values, by number. */
export const TIFF_TYPE = { byte: 1, short: 3, long: 4, rational: 5, undefined: 7 } as const;
/** Text in UTF-8 (Exif 3.0). */
const TYPE_UTF8 = 129;

/** Bytes of one value of a type, and of the numbers in it; 0 for one that is not known. */
export function tiffType(type: number): (typeof TIFF_TYPES)[number] {
  return TIFF_TYPES[type === TYPE_UTF8 ? 2 : type] ?? TIFF_TYPES[0];
}

/**
 * Tags of a first directory that describe the photograph and not the storage of its pixels: name, description,
 * make, model, software, date, artist, computer, rating, copyright, and what Windows notes.
 */
export const DESCRIPTIVE_TAGS = new Set([
  0x010d, 0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x4746, 0x4749, 0x8298, 0x9c9b,
  0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
]);

/** Tags of the print size: across, down, unit. */
export const RESOLUTION_TAG = { x: 0x011a, y: 0x011b, unit: 0x0128 } as const;
export const RESOLUTION_TAGS: ReadonlySet<number> = new Set(Object.values(RESOLUTION_TAG));

/**
 * The entries of one directory. One of an unknown type, and one whose value lies outside the block, are left
 * out, and cost nothing else.
 *
 * @param block begins with a TIFF header
 * @param at offset of the directory
 * @throws RangeError when the header is no TIFF header, or the directory is not in the block
 */
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
    if (entry + ENTRY_BYTES > block.length) break; // the directory is cut off
    const type = short(entry + 2);
    const count = long(entry + 4);
    const { bytes, number } = tiffType(type);
    const size = bytes * count;
    const valueAt = size <= 4 ? entry + 8 : long(entry + 8);
    if (size === 0 || valueAt + size > block.length) continue;
    held += size;
    // SECURITY: S49 entries that share their value would make gigabytes of a few bytes
    if (held > block.length) break;
    const value = Buffer.from(block.subarray(valueAt, valueAt + size));
    if (!isLittle) swapNumbers(value, number);
    entries.push({ tag: short(entry), type, count, value });
  }
  return entries;
}

/** Offset of the first directory. @throws RangeError when there is no TIFF header */
export function directoryOffset(block: Buffer): number {
  return isLittleEndian(block) ? block.readUInt32LE(4) : block.readUInt32BE(4);
}

/**
 * A directory without a successor, with its values right behind it, little-endian.
 *
 * @param at offset in the file that the bytes will stand at; even
 */
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

/** Entries, and directories that pointers among them lead to. */
export interface TiffDirectory {
  readonly entries: readonly TiffEntry[];
  readonly below?: readonly (readonly [tag: number, directory: TiffDirectory])[];
}

/** A block of its own, little-endian; `undefined` for nothing at all. */
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

/** Those below stand first, since pointers name their places. @returns `undefined` for an empty one */
function writeDirectory(
  directory: TiffDirectory,
  append: (entries: readonly TiffEntry[]) => number,
): number | undefined {
  const entries = entriesWithPointers(directory, append);
  return entries.length === 0 ? undefined : append(entries);
}

/** @param append writes a directory, @returns its place */
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

/** An entry of one whole number. */
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

/** Turns the order of bytes of each number, in place. */
export function swapNumbers(value: Buffer, bytes: 1 | 2 | 4 | 8): void {
  if (bytes === 2) value.swap16();
  else if (bytes === 4) value.swap32();
  else if (bytes === 8) value.swap64();
}
