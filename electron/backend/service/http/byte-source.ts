/** Bytes that can be read from the start as often as needed, without holding them all. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Bytes of known length. */
export interface ByteSource {
  readonly byteLength: number;
  /** Reads from the start. Ending the iteration early releases what was opened. */
  open(): AsyncIterable<Uint8Array>;
}

/** Bytes read at a time: a multiple of 3, so that base64 never has to carry bytes over. */
export const SOURCE_CHUNK_BYTES = 3 * 64 * 1024;

/** The bytes of a file, as long as it is now. Rejects as `stat` does. */
export async function byteSourceOfFile(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return {
    byteLength: size,
    open: () => createReadStream(path, { highWaterMark: SOURCE_CHUNK_BYTES }),
  };
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
