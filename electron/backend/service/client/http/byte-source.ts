import { open, stat, type FileHandle } from 'node:fs/promises';
import type { Outline } from '../../../../../shared/contract/activity.ts';

export interface ByteSource {
  readonly byteLength: number;
  /** For the call log; default: a file. */
  readonly outline?: Outline | undefined;
  /** Ending early closes the file. A chunk is valid until the one after the next is requested. */
  open(): AsyncIterable<Uint8Array>;
}

/** A multiple of 3, so that base64 never carries bytes over. */
export const SOURCE_CHUNK_BYTES = 3 * 64 * 1024;

/** Rejects like `stat`. */
export async function byteSourceOfFile(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return { byteLength: size, open: () => readFile(path) };
}

export type FilePart = Uint8Array | { readonly start: number; readonly end: number };

export function lengthOfPart(part: FilePart): number {
  return part instanceof Uint8Array ? part.byteLength : part.end - part.start;
}

export function byteSourceOfParts(path: string, parts: readonly FilePart[]): ByteSource {
  return {
    byteLength: parts.reduce((sum, part) => sum + lengthOfPart(part), 0),
    async *open() {
      await using handle = await open(path, 'r');
      const buffer = () => Buffer.allocUnsafe(SOURCE_CHUNK_BYTES);
      yield* readParts(handle, parts, [buffer(), buffer()]);
    },
  };
}

/** @param buffers reused alternately @throws RangeError if the file is too short */
export async function* readParts(
  handle: FileHandle,
  parts: readonly FilePart[],
  buffers: readonly [Buffer, Buffer],
): AsyncGenerator<Uint8Array> {
  let [buffer, other] = buffers;
  let filled = 0;
  for (const part of parts) {
    const length = lengthOfPart(part);
    for (let at = 0; at < length;) {
      const wanted = Math.min(buffer.length - filled, length - at);
      if (part instanceof Uint8Array) buffer.set(part.subarray(at, at + wanted), filled);
      else {
        const { bytesRead } = await handle.read(buffer, filled, wanted, part.start + at);
        if (bytesRead < wanted) throw new RangeError('The file has become shorter.');
      }
      at += wanted;
      filled += wanted;
      if (filled < buffer.length) continue;
      yield buffer;
      [buffer, other] = [other, buffer];
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

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
