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
export const TIFF_TYPES = [
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

/** Types of values, by number. */
export const TIFF_TYPE = { long: 4, undefined: 7 } as const;

/**
 * Tags of a first directory that describe the photograph and not the storage of its pixels: description,
 * make, model, software, date, artist, rating, copyright.
 */
export const DESCRIPTIVE_TAGS = new Set([
  0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x4746, 0x4749, 0x8298,
]);

/**
 * The entries of one directory. Those of an unknown type are left out.
 *
 * @param block begins with a TIFF header
 * @param at offset of the directory
 * @throws RangeError when an offset leads out of the block, when the values are more than the block holds
 *   (they lie over each other), or when the header is no TIFF header
 */
export function readTiffEntries(block: Buffer, at = directoryOffset(block)): readonly TiffEntry[] {
  const isLittle = isLittleEndian(block);
  const short = (offset: number) =>
    isLittle ? block.readUInt16LE(offset) : block.readUInt16BE(offset);
  const long = (offset: number) =>
    isLittle ? block.readUInt32LE(offset) : block.readUInt32BE(offset);
  let held = 0;
  return Array.from({ length: short(at) }, (_, index) => {
    const entry = at + 2 + index * ENTRY_BYTES;
    const type = short(entry + 2);
    const count = long(entry + 4);
    const { bytes, number } = TIFF_TYPES[type] ?? TIFF_TYPES[0];
    const length = bytes * count;
    const valueAt = length <= 4 ? entry + 8 : long(entry + 8);
    if (valueAt + length > block.length) throw new RangeError('A value out of the block.');
    held += length;
    // SECURITY: S49 entries that share their value would make gigabytes of a few bytes
    if (held > block.length) throw new RangeError('More values than the block holds.');
    const value = Buffer.from(block.subarray(valueAt, valueAt + length));
    if (!isLittle) swapNumbers(value, number);
    return { tag: short(entry), type, count, value };
  }).filter(({ value }) => value.length > 0);
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
