/** Bytes that can be read from the start as often as needed, without holding them all. */
import { open, stat } from 'node:fs/promises';
import type { Outline } from '../../../../shared/contract/activity.ts';

/** Bytes of known length. */
export interface ByteSource {
  readonly byteLength: number;
  /** For the account of calls; a file unless given. */
  readonly outline?: Outline | undefined;
  /**
   * Reads from the start. Ending the iteration early closes the file. A chunk is good until
   * the one after the next is asked for (so that it can be sent while the next is made): then its
   * memory may be used again.
   */
  open(): AsyncIterable<Uint8Array>;
}

/** Bytes read at a time: a multiple of 3, so that base64 never has to carry bytes over. */
export const SOURCE_CHUNK_BYTES = 3 * 64 * 1024;

/** The bytes of a file, as long as it is now. Rejects as `stat` does. */
export async function byteSourceOfFile(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return { byteLength: size, open: () => readFile(path) };
}

/** The file in chunks that share two buffers in turn. */
async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    let [buffer, other] = [
      Buffer.allocUnsafe(SOURCE_CHUNK_BYTES),
      Buffer.allocUnsafe(SOURCE_CHUNK_BYTES),
    ];
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      [buffer, other] = [other, buffer];
    }
  } finally {
    await handle.close();
  }
}

/** Bytes that are in memory already. */
export function byteSourceOfBytes(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.byteLength,
    async *open() {
      for (let start = 0; start < bytes.byteLength; start += SOURCE_CHUNK_BYTES) {
        yield bytes.subarray(start, start + SOURCE_CHUNK_BYTES);
      }
    },
  };
}
