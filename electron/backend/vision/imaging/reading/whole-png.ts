/** Checks a PNG without decoding it, which would take a second per 80 megapixels. */
import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';

const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 8;
const SUM_BYTES = 4;
const HEADER_BYTES = 13;
/** Samples per pixel by colour type (ISO/IEC 15948, 11.2.2). */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** Interlace passes: first column and row, and steps (8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
/** Largest deflate ratio (https://zlib.net/zlib_tech.html). */
const MOST_INFLATION = 1032;

/** @returns whether all chunks have valid checksums and can contain the announced pixels */
export async function isWholePng(path: string): Promise<boolean> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, {
    start: SIGNATURE_BYTES,
    highWaterMark: 1 << 20,
  });
  let rest: Buffer = Buffer.alloc(0);
  let chunk: { readonly type: string; left: number; sum: number } | undefined;
  let dataBytes = 0;
  let pixelBytes = 0;
  for await (const piece of stream) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      if (chunk === undefined) {
        if (rest.length < HEAD_BYTES) break;
        const type = rest.toString('latin1', 4, 8);
        chunk = { type, left: rest.readUInt32BE(0), sum: crc32(rest.subarray(4, 8)) };
        rest = rest.subarray(HEAD_BYTES);
        if (type === 'IDAT') dataBytes += chunk.left;
      }
      if (chunk.type === 'IHDR' && chunk.left > 0) {
        if (rest.length < HEADER_BYTES) break;
        pixelBytes = pixelBytesOf(rest);
      }
      const content = rest.subarray(0, chunk.left);
      chunk.sum = crc32(content, chunk.sum);
      chunk.left -= content.length;
      rest = rest.subarray(content.length);
      if (chunk.left > 0 || rest.length < SUM_BYTES) break;
      if (rest.readUInt32BE(0) !== chunk.sum) return false;
      if (chunk.type === 'IEND') return pixelBytes > 0 && dataBytes * MOST_INFLATION >= pixelBytes;
      rest = rest.subarray(SUM_BYTES);
      chunk = undefined;
    }
  }
  return false;
}

/** @param header content of IHDR @returns bytes of unpacked pixels; 0 if invalid */
export function pixelBytesOf(header: Buffer): number {
  const samples = SAMPLES.get(header[9] ?? -1);
  if (samples === undefined) return 0;
  const bits = samples * (header[8] ?? 0);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const passes = header[12] === 1 ? ADAM7 : [[0, 0, 1, 1] as const];
  return passes.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    return columns < 1 || rows < 1 ? sum : sum + rows * (1 + Math.ceil((columns * bits) / 8));
  }, 0);
}
