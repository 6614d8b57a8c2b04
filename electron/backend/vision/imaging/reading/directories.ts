/** Reads directories of TIFF, BigTIFF or EXIF. Invalid entries have no value. */
import type { FileBytes } from './file-bytes.ts';
import { tiffType } from './tiff-entries.ts';

interface TagNumbers {
  readonly type: number;
  readonly numbers: readonly number[];
  /** Offset of the first value in the file. */
  readonly at: number;
}

export interface Directories {
  readonly isLittle: boolean;
  readonly isBig: boolean;
  readonly first: number;
  /** `undefined` if the tag is missing, not made of integers, or too long. */
  tag(directory: number, tag: number): Promise<TagNumbers | undefined>;
  /** Offset of the next directory, 0 for none; `undefined` if the file ends. */
  next(directory: number): Promise<number | undefined>;
}

/** SECURITY: S49 limits for files that claim more. */
const MOST = { entries: 1000, numbers: 256 } as const;

/** Unsigned integers and bytes: BYTE, ASCII, SHORT, LONG, UNDEFINED, IFD, LONG8, IFD8. */
const WHOLE: ReadonlySet<number> = new Set([1, 2, 3, 4, 7, 13, 16, 18]);

export async function openDirectories(file: FileBytes): Promise<Directories | undefined> {
  const header = await file.read(0, 8);
  const order = header?.toString('latin1', 0, 2);
  if (header === undefined || (order !== 'II' && order !== 'MM')) return undefined;
  const isLittle = order === 'II';
  const number = (from: Buffer, at: number, bytes: number): number => {
    if (bytes === 8) {
      return Number(isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at));
    }
    return isLittle ? from.readUIntLE(at, bytes) : from.readUIntBE(at, bytes);
  };
  const version = number(header, 2, 2);
  if (version !== 42 && version !== 43) return undefined;
  const isBig = version === 43;
  const sizes = isBig ? { count: 8, entry: 20, offset: 8 } : { count: 2, entry: 12, offset: 4 };
  const start = await file.read(isBig ? 8 : 4, sizes.offset);
  if (start === undefined) return undefined;

  return {
    isLittle,
    isBig,
    first: number(start, 0, sizes.offset),
    async next(directory) {
      const head = await file.read(directory, sizes.count);
      if (head === undefined) return undefined;
      const at = directory + sizes.count + number(head, 0, sizes.count) * sizes.entry;
      const offset = await file.read(at, sizes.offset);
      return offset && number(offset, 0, sizes.offset);
    },
    async tag(directory, wanted) {
      const head = await file.read(directory, sizes.count);
      if (head === undefined) return undefined;
      const length = Math.min(number(head, 0, sizes.count), MOST.entries);
      const from = directory + sizes.count;
      // A truncated directory keeps its existing entries.
      const held = Math.min(length, Math.floor((file.size - from) / sizes.entry));
      const entries = held > 0 ? await file.read(from, held * sizes.entry) : undefined;
      if (entries === undefined) return undefined;
      for (let at = 0; at < entries.length; at += sizes.entry) {
        if (number(entries, at, 2) !== wanted) continue;
        const type = number(entries, at + 2, 2);
        const bytes = type === 16 || type === 18 ? 8 : tiffType(type).bytes;
        const count = number(entries, at + 4, sizes.offset);
        if (!WHOLE.has(type) || count < 1 || count > MOST.numbers) return undefined;
        const inline = at + 4 + sizes.offset;
        const valueAt =
          bytes * count <= sizes.offset ? from + inline : number(entries, inline, sizes.offset);
        const value = await file.read(valueAt, bytes * count);
        if (value === undefined) return undefined;
        const numbers = Array.from({ length: count }, (_, index) =>
          number(value, index * bytes, bytes),
        );
        return { type, numbers, at: valueAt };
      }
      return undefined;
    },
  };
}
