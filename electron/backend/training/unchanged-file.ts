/**
 * A file as a body that is either sent as it was checked, or not sent whole: before its last bytes leave,
 * its length and time are compared once more. A body that ends early is never stored.
 */
import { open } from 'node:fs/promises';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ByteSource } from '../service/index.ts';

/** The file as it was when it was checked. */
export interface CheckedFile {
  readonly path: string;
  /** For the error's sentence. */
  readonly name: string;
  readonly byteLength: number;
  /** ms, with fractions. */
  readonly modifiedAt: number;
}

/** Memory for one file on its way; used for the next one once the request before is over. */
export type SendBuffers = readonly [Buffer, Buffer];

/**
 * Bytes read at a time: few enough for a line of 10 kB a second, which has a minute for them, and enough to
 * spare a fast one the ways between disk and network.
 */
const CHUNK_BYTES = 512 * 1024;

export function createSendBuffers(): SendBuffers {
  return [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
}

/**
 * @param beforeLast called right before the last bytes are given out; its error keeps them back
 * @throws while it is read: AppError `damaged-file` when the file has changed, and the errors of `open`
 */
export function unchangedFile(
  file: CheckedFile,
  buffers: SendBuffers,
  beforeLast: () => Promise<void>,
): ByteSource {
  return { byteLength: file.byteLength, open: () => readUnchanged(file, buffers, beforeLast) };
}

async function* readUnchanged(
  { path, name, byteLength, modifiedAt }: CheckedFile,
  buffers: SendBuffers,
  beforeLast: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw missingFile(name, cause);
  });
  const requireSame = async (): Promise<void> => {
    const { size, mtimeMs } = await handle.stat();
    if (size !== byteLength || mtimeMs !== modifiedAt) throw changedFile(name);
  };
  try {
    await requireSame();
    // a chunk is in use until the one after the next is asked for, see `ByteSource`
    let [buffer, other] = buffers;
    for (let at = 0; at < byteLength;) {
      const wanted = Math.min(buffer.length, byteLength - at);
      const { bytesRead } = await handle.read(buffer, 0, wanted, at);
      if (bytesRead === 0) throw changedFile(name);
      at += bytesRead;
      if (at === byteLength) {
        await requireSame();
        await beforeLast();
      }
      yield buffer.subarray(0, bytesRead);
      [buffer, other] = [other, buffer];
    }
  } finally {
    await handle.close();
  }
}

/** The error for a file that is being written to. */
export function changedFile(name: string): AppError {
  return new AppError({
    kind: 'damaged-file',
    message: `“${name}” changed while it was being uploaded. Retry it when no other program writes to it.`,
    action: 'retry',
  });
}

/** The error for a file that is gone, or cannot be opened. */
export function missingFile(name: string, cause: unknown): AppError {
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const isDenied = code === 'EACCES' || code === 'EPERM';
  return new AppError(
    {
      kind: isDenied ? 'storage' : 'not-found',
      message: isDenied
        ? `Gesso may not read “${name}”. Change its permissions and retry.`
        : `“${name}” is no longer where it was. Put it back and retry, or remove it from the list.`,
      action: 'retry',
      ...(code === '' ? {} : { details: { error: code } }),
    },
    { cause },
  );
}
