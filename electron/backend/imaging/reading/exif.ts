/**
 * The camera's data for a saved picture: facts that are still true of the new pixels, without the small
 * hidden copies of the old ones. An EXIF block holds a thumbnail, and the maker's own part often a
 * preview: both still show the removed parts.
 *
 * Everything is changed in place, so that no offset moves. Source: Exif 2.32 (CIPA DC-008), TIFF 6.0.
 */
import type { ExifChoice } from '../../../../shared/contract/export.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';

const TAG = {
  imageWidth: 0x0100,
  imageLength: 0x0101,
  stripOffsets: 0x0111,
  orientation: 0x0112,
  stripByteCounts: 0x0117,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  exifPointer: 0x8769,
  gpsPointer: 0x8825,
  makerNote: 0x927c,
  pixelWidth: 0xa002,
  pixelHeight: 0xa003,
} as const;

/** Bytes of a value by its type (TIFF 6.0, section 2); index 0 is no type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;
const TYPE_SHORT = 3;
const TYPE_LONG = 4;
/** tag, type, count, value or offset */
const ENTRY_BYTES = 12;
/** Bytes that are overwritten at most, by the length of the block: a thumbnail is met twice. */
const MOST_CLEARED = 4;
/** The bytes before the TIFF header in a JPEG segment. */
const PREFIX = Buffer.from('Exif\0\0', 'latin1');

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the 12 bytes. */
  readonly at: number;
  /** Offset of the value: in the entry itself when it has at most four bytes. */
  readonly valueAt: number;
  readonly valueBytes: number;
}

interface Directory {
  readonly at: number;
  readonly entries: readonly Entry[];
  /** Position of the next directory's offset. */
  readonly nextAt: number;
}

/**
 * @param exif as found in a file, with or without `Exif\0\0` before it
 * @param size of the saved picture, whose pixels stand upright
 * @returns the TIFF block without a prefix; `undefined` when nothing is to be kept, or when the block
 *   is not sound
 */
export function exifForResult(
  exif: Uint8Array,
  size: Size,
  choice: ExifChoice,
): Buffer | undefined {
  if (choice === 'none') return undefined;
  const whole = Buffer.from(exif);
  const isPrefixed = whole.subarray(0, PREFIX.length).equals(PREFIX);
  const block = isPrefixed ? whole.subarray(PREFIX.length) : whole;
  try {
    return rewrite(Tiff.open(block), size, choice === 'all');
  } catch (error) {
    if (error instanceof RangeError) return undefined; // an offset that leads out of the block
    throw error;
  }
}

function rewrite(tiff: Tiff, size: Size, keepsPlace: boolean): Buffer {
  const main = tiff.directory(tiff.readLong(4));
  tiff.setNumber(main, TAG.orientation, 1);
  tiff.setNumber(main, TAG.imageWidth, size.width);
  tiff.setNumber(main, TAG.imageLength, size.height);
  const next = tiff.readLong(main.nextAt);
  if (next !== 0) tiff.eraseThumbnail(tiff.directory(next));
  tiff.writeLong(main.nextAt, 0);
  const exif = tiff.find(main, TAG.exifPointer);
  if (exif !== undefined) {
    const directory = tiff.directory(tiff.readLong(exif.valueAt));
    tiff.setNumber(directory, TAG.pixelWidth, size.width);
    tiff.setNumber(directory, TAG.pixelHeight, size.height);
    tiff.remove(directory, TAG.makerNote);
  }
  const place = tiff.find(main, TAG.gpsPointer);
  if (place !== undefined && !keepsPlace) {
    tiff.erase(tiff.directory(tiff.readLong(place.valueAt)));
    tiff.remove(main, TAG.gpsPointer);
  }
  return tiff.block;
}

/** A TIFF block that is changed in place. Reading outside of it throws a RangeError. */
class Tiff {
  readonly block: Buffer;
  readonly #isLittle: boolean;
  /** Bytes that were overwritten so far. */
  #cleared = 0;

  private constructor(block: Buffer, isLittle: boolean) {
    this.block = block;
    this.#isLittle = isLittle;
  }

  static open(block: Buffer): Tiff {
    const order = block.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') throw new RangeError('No TIFF header.');
    const tiff = new Tiff(block, order === 'II');
    if (tiff.readShort(2) !== 42) throw new RangeError('No TIFF header.');
    return tiff;
  }

  readShort(at: number): number {
    return this.#isLittle ? this.block.readUInt16LE(at) : this.block.readUInt16BE(at);
  }

  readLong(at: number): number {
    return this.#isLittle ? this.block.readUInt32LE(at) : this.block.readUInt32BE(at);
  }

  writeShort(at: number, value: number): void {
    if (this.#isLittle) this.block.writeUInt16LE(value, at);
    else this.block.writeUInt16BE(value, at);
  }

  writeLong(at: number, value: number): void {
    if (this.#isLittle) this.block.writeUInt32LE(value, at);
    else this.block.writeUInt32BE(value, at);
  }

  directory(at: number): Directory {
    const count = this.readShort(at);
    const nextAt = at + 2 + count * ENTRY_BYTES;
    this.readLong(nextAt); // the whole directory lies in the block
    const entries = Array.from({ length: count }, (_, index) =>
      this.#entry(at + 2 + index * ENTRY_BYTES),
    );
    return { at, entries, nextAt };
  }

  find(directory: Directory, tag: number): Entry | undefined {
    return directory.entries.find((entry) => entry.tag === tag);
  }

  /** Changes a number where there is one. */
  setNumber(directory: Directory, tag: number, value: number): void {
    const entry = this.find(directory, tag);
    if (entry?.type === TYPE_SHORT) this.writeShort(entry.valueAt, Math.min(value, 0xffff));
    if (entry?.type === TYPE_LONG) this.writeLong(entry.valueAt, value);
  }

  /** Takes an entry out and overwrites its value. */
  remove(directory: Directory, tag: number): void {
    const entry = this.find(directory, tag);
    if (entry === undefined) return;
    this.#clear(entry.valueAt, entry.valueBytes);
    const end = directory.nextAt + 4;
    this.block.copyWithin(entry.at, entry.at + ENTRY_BYTES, end);
    this.#clear(end - ENTRY_BYTES, ENTRY_BYTES);
    this.writeShort(directory.at, directory.entries.length - 1);
  }

  /** Overwrites a directory with all its values. */
  erase(directory: Directory): void {
    for (const { valueAt, valueBytes } of directory.entries) this.#clear(valueAt, valueBytes);
    this.#clear(directory.at, directory.nextAt + 4 - directory.at);
  }

  /** Overwrites the second directory with the small picture that it describes. */
  eraseThumbnail(directory: Directory): void {
    const number = (tag: number) => {
      const entry = this.find(directory, tag);
      if (entry === undefined) return 0;
      return entry.type === TYPE_SHORT
        ? this.readShort(entry.valueAt)
        : this.readLong(entry.valueAt);
    };
    this.#clear(number(TAG.thumbnailOffset), number(TAG.thumbnailLength));
    this.#clear(number(TAG.stripOffsets), number(TAG.stripByteCounts));
    this.erase(directory);
  }

  #entry(at: number): Entry {
    const type = this.readShort(at + 2);
    const count = this.readLong(at + 4);
    const valueBytes = (TYPE_BYTES[type] ?? 0) * count;
    const valueAt = valueBytes <= 4 ? at + 8 : this.readLong(at + 8);
    if (valueAt + valueBytes > this.block.length) throw new RangeError('A value out of the block.');
    return { tag: this.readShort(at), type, count, at, valueAt, valueBytes };
  }

  #clear(at: number, length: number): void {
    if (at + length > this.block.length) throw new RangeError('Out of the block.');
    this.#cleared += length;
    // SECURITY: S49 values that lie over each other would be overwritten for minutes
    if (this.#cleared > MOST_CLEARED * this.block.length) throw new RangeError('Too many values.');
    this.block.fill(0, at, at + length);
  }
}
