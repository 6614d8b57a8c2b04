/** Reads the chunks of a PNG (ISO/IEC 15948, 5.3). */
import type { FileBytes } from './file-bytes.ts';

/** `data` is empty for chunks larger than any that is parsed. */
interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

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
/** SECURITY: S49 limits of what is read. */
const MOST = { chunks: 10_000, data: 64 } as const;

/** Ends with the first IDAT; nothing for other files. `at` is the offset of the length field. */
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
