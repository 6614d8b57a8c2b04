/**
 * Counts pages before decoding: with very many, decoders need minutes for the header and cannot be
 * stopped. Sources: WebP container specification; GIF89a, 15 to 27; TIFF 6.0, section 2.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { MOST_CLIP_FRAMES } from '../../../../../shared/clips/frame-times.ts';

/** Frames of an animation, pictures in a TIFF. */
export const MOST_PAGES = MOST_CLIP_FRAMES;

const WINDOW_BYTES = 65_536;

/** @returns at most {@link MOST_PAGES} + 1; 1 for other formats and broken structures */
export async function countPages(file: string | Buffer): Promise<number> {
  const source = typeof file === 'string' ? await open(file, 'r') : undefined;
  try {
    const reader = readerOf(source ?? file);
    const head = (await reader.text(0, 12)) ?? '';
    if (head.startsWith('RIFF') && head.endsWith('WEBP')) return await countWebp(reader);
    if (head.startsWith('GIF8')) return await countGif(reader);
    if (/^(?:II[*+]\0|MM\0[*+])/u.test(head)) return await countTiff(reader);
    return 1;
  } finally {
    await source?.close();
  }
}

/** Reads anywhere in a file; `undefined` beyond its end. */
interface Reader {
  byte(at: number): Promise<number | undefined>;
  text(at: number, length: number): Promise<string | undefined>;
  number(at: number, bytes: number, isLittle: boolean): Promise<number | undefined>;
}

function readerOf(file: FileHandle | string | Buffer): Reader {
  let start = 0;
  let window = Buffer.isBuffer(file) ? file : Buffer.alloc(0);

  async function load(at: number, length: number): Promise<Buffer | undefined> {
    if (at < start || at + length > start + window.length) {
      if (typeof file === 'string' || Buffer.isBuffer(file)) return undefined;
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(WINDOW_BYTES),
        0,
        WINDOW_BYTES,
        at,
      );
      window = buffer.subarray(0, bytesRead);
      start = at;
      if (length > bytesRead) return undefined;
    }
    return window.subarray(at - start, at - start + length);
  }

  return {
    // Most bytes are in the window and need no await.
    byte: async (at) => window[at - start] ?? (await load(at, 1))?.[0],
    text: async (at, length) => (await load(at, length))?.toString('latin1'),
    async number(at, bytes, isLittle) {
      const found = await load(at, bytes);
      if (found === undefined) return undefined;
      if (bytes === 8) return Number(isLittle ? found.readBigUInt64LE() : found.readBigUInt64BE());
      return isLittle ? found.readUIntLE(0, bytes) : found.readUIntBE(0, bytes);
    },
  };
}

async function countWebp(reader: Reader): Promise<number> {
  let frames = 0;
  for (let at = 12; frames <= MOST_PAGES;) {
    const [type, length] = [await reader.text(at, 4), await reader.number(at + 4, 4, true)];
    if (type === undefined || length === undefined) break;
    if (type === 'ANMF') frames += 1;
    at += 8 + length + (length % 2);
  }
  return Math.max(1, frames);
}

async function countGif(reader: Reader): Promise<number> {
  let frames = 0;
  let at = 13 + colours(await reader.byte(10));
  while (frames <= MOST_PAGES) {
    const block = await reader.byte(at);
    if (block === 0x2c) {
      frames += 1;
      at += 11 + colours(await reader.byte(at + 9));
    } else if (block === 0x21) at += 2;
    else break;
    for (let length = await reader.byte(at); ; length = await reader.byte(at)) {
      if (length === undefined) return Math.max(1, frames);
      at += 1 + length;
      if (length === 0) break;
    }
  }
  return Math.max(1, frames);
}

function colours(flags: number | undefined): number {
  return flags !== undefined && (flags & 0x80) !== 0 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** A cyclic chain counts as too many. */
async function countTiff(reader: Reader): Promise<number> {
  const isLittle = (await reader.text(0, 1)) === 'I';
  const isBig = (await reader.number(2, 2, isLittle)) === 43;
  const sizes = isBig ? { count: 8, entry: 20, offset: 8 } : { count: 2, entry: 12, offset: 4 };
  let pages = 0;
  let at = await reader.number(isBig ? 8 : 4, sizes.offset, isLittle);
  while (at !== undefined && at !== 0 && pages <= MOST_PAGES) {
    pages += 1;
    const count = await reader.number(at, sizes.count, isLittle);
    if (count === undefined) break;
    at = await reader.number(at + sizes.count + count * sizes.entry, sizes.offset, isLittle);
    if (at !== undefined && !Number.isSafeInteger(at)) break;
  }
  return Math.max(1, pages);
}
