import { open } from 'node:fs/promises';

export interface FileBytes extends AsyncDisposable {
  readonly size: number;
  /** `undefined` beyond the end. */
  read(at: number, length: number): Promise<Buffer | undefined>;
}

export async function openBytes(file: string | Buffer): Promise<FileBytes> {
  if (typeof file !== 'string') {
    return {
      size: file.length,
      read: (at, length) =>
        Promise.resolve(at + length <= file.length ? file.subarray(at, at + length) : undefined),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  return {
    size,
    async read(at, length) {
      if (!Number.isSafeInteger(at) || at + length > size) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return bytesRead === length ? buffer : undefined;
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}
