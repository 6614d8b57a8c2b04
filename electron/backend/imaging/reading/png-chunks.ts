/** Chunks of a PNG before its pixels (ISO/IEC 15948, 5.3). */
import type { FileBytes } from './file-bytes.ts';

/** One chunk; `data` is empty for those that are larger than any that is looked into. */
export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE_BYTES = 8;
/** SECURITY: S49 bounds of what is looked at. */
const MOST = { chunks: 10_000, data: 64 } as const;

export async function chunksBeforePixels(file: FileBytes): Promise<readonly PngChunk[]> {
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE_BYTES; chunks.length < MOST.chunks;) {
    const head = await file.read(at, 8);
    const type = head?.toString('latin1', 4, 8);
    if (head === undefined || type === undefined || type === 'IDAT' || type === 'IEND') break;
    const length = head.readUInt32BE(0);
    const data = length <= MOST.data ? await file.read(at + 8, length) : undefined;
    chunks.push({ type, data: data ?? Buffer.alloc(0) });
    at += 12 + length;
  }
  return chunks;
}

/** A PNG without the chunks of some types. */
export function withoutPngChunks(png: Buffer, types: ReadonlySet<string>): Buffer {
  const parts = [png.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    if (!types.has(type)) parts.push(png.subarray(at, end));
    at = end;
    // what follows is pixels, and may be long
    if (type === 'IDAT') break;
  }
  return Buffer.concat([...parts, png.subarray(at)]);
}
