/** Chunks of a PNG before its pixels, by their places (ISO/IEC 15948, 5.3). */
import type { FileBytes } from './file-bytes.ts';

const SIGNATURE_BYTES = 8;
/** Bound of what is looked at of a file that claims more. */
const MOST_CHUNKS = 10_000;

/** Nothing for other files; `at` is where the chunk begins: its length, its type, its data, its checksum. */
export async function* pngHead(
  file: FileBytes,
): AsyncGenerator<{ readonly type: string; readonly at: number }> {
  let at = SIGNATURE_BYTES;
  if ((await file.read(0, 4))?.toString('latin1') !== '\u0089PNG') return;
  for (let seen = 0; seen < MOST_CHUNKS; seen++) {
    const head = await file.read(at, 8);
    const type = head?.toString('latin1', 4, 8);
    if (head === undefined || type === undefined) return;
    yield { type, at };
    if (type === 'IDAT' || type === 'IEND') return;
    at += 12 + head.readUInt32BE(0);
  }
}
