/** Chunks of a PNG up to its pixels (ISO/IEC 15948, 5.3). */
import type { FileBytes } from './file-bytes.ts';

/** One chunk; `data` is empty for those that are larger than any that is looked into. */
export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Chunks of a PNG that say what its numbers mean. */
export const PNG_COLOURS: ReadonlySet<string> = new Set([
  'cICP',
  'iCCP',
  'sRGB',
  'gAMA',
  'cHRM',
  'mDCV',
  'cLLI',
]);

const SIGNATURE_BYTES = 8;
/** SECURITY: S49 bounds of what is looked at. */
const MOST = { chunks: 10_000, data: 64 } as const;

/**
 * The chunks up to the first of the pixels, with that one; nothing for other files. `at` is where a chunk
 * begins: its length, its type, its data, its checksum.
 */
export async function* pngHead(
  file: FileBytes,
): AsyncGenerator<{ readonly type: string; readonly at: number; readonly length: number }> {
  let at = SIGNATURE_BYTES;
  if ((await file.read(0, 4))?.toString('latin1') !== '\u0089PNG') return;
  for (let seen = 0; seen < MOST.chunks; seen++) {
    const head = await file.read(at, 8);
    const type = head?.toString('latin1', 4, 8);
    if (head === undefined || type === undefined) return;
    const length = head.readUInt32BE(0);
    yield { type, at, length };
    if (type === 'IDAT' || type === 'IEND') return;
    at += 12 + length;
  }
}

export async function chunksBeforePixels(file: FileBytes): Promise<readonly PngChunk[]> {
  const chunks: PngChunk[] = [];
  for await (const { type, at, length } of pngHead(file)) {
    if (type === 'IDAT' || type === 'IEND') break;
    const data = length <= MOST.data ? await file.read(at + 8, length) : undefined;
    chunks.push({ type, data: data ?? Buffer.alloc(0) });
  }
  return chunks;
}
