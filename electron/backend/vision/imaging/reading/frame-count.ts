/**
 * Counts pages before decoding: with very many, decoders need minutes for the header and cannot be
 * stopped. Sources: WebP container specification; GIF89a, 15 to 27; TIFF 6.0, section 2.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { MOST_CLIP_FRAMES } from '../../../../../shared/clips/frame-times.ts';
import { openDirectories } from './directories.ts';
import { openBytes } from './file-bytes.ts';

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
    if (/^(?:II[*+]\0|MM\0[*+])/u.test(head)) return await countTiff(file);
    return 1;
  } finally {
    await source?.close();
  }
}

/** Reads anywhere in a file; `undefined` beyond its end. */
interface Reader {
  byte(at: number): Promise<number | undefined>;
  text(at: number, length: number): Promise<string | undefined>;
  number(at: number): Promise<number | undefined>;
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
    number: async (at) => (await load(at, 4))?.readUInt32LE(),
  };
}

async function countWebp(reader: Reader): Promise<number> {
  let frames = 0;
  for (let at = 12; frames <= MOST_PAGES;) {
    const [type, length] = [await reader.text(at, 4), await reader.number(at + 4)];
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
async function countTiff(file: string | Buffer): Promise<number> {
  await using bytes = await openBytes(file);
  const directories = await openDirectories(bytes);
  if (directories === undefined) return 1;
  let pages = 0;
  for (let at: number | undefined = directories.first; pages <= MOST_PAGES; pages += 1) {
    if (at === undefined || at === 0) break;
    at = await directories.next(at);
  }
  return Math.max(1, pages);
}
