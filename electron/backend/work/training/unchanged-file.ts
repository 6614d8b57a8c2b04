/** Compares length and time again before the last bytes: a truncated body is never stored. */
import { open } from 'node:fs/promises';
import { AppError } from '../../../../shared/errors/app-error.ts';
import {
  lengthOfPart,
  readParts,
  type ByteSource,
  type FilePart,
} from '../../service/client/index.ts';

export interface CheckedFile {
  readonly path: string;
  readonly name: string;
  readonly byteLength: number;
  /** ms, with fractions. */
  readonly modifiedAt: number;
  readonly parts: readonly FilePart[];
}

/** Memory for one upload, reusable once its request is over. */
export type SendBuffers = readonly [Buffer, Buffer];

/** Small enough for 10 kB/s, which has a minute for it, and large enough for fast connections. */
const CHUNK_BYTES = 512 * 1024;

export function createSendBuffers(): SendBuffers {
  return [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)];
}

/** @param beforeLast its error withholds the last bytes @throws `damaged-file` if changed */
export function unchangedFile(
  file: CheckedFile,
  buffers: SendBuffers,
  beforeLast: () => Promise<void>,
): ByteSource {
  const byteLength = sentLengthOf(file);
  return { byteLength, open: () => readUnchanged(file, buffers, beforeLast) };
}

export function sentLengthOf({ parts }: Pick<CheckedFile, 'parts'>): number {
  return parts.reduce((sum, part) => sum + lengthOfPart(part), 0);
}

async function* readUnchanged(
  file: CheckedFile,
  buffers: SendBuffers,
  beforeLast: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { path, name, byteLength, modifiedAt, parts } = file;
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw missingFile(name, cause);
  });
  const requireSame = async (): Promise<void> => {
    const { size, mtimeMs } = await handle.stat();
    if (size !== byteLength || mtimeMs !== modifiedAt) throw changedFile(name);
  };
  try {
    await requireSame();
    let left = sentLengthOf(file);
    for await (const chunk of readParts(handle, parts, buffers)) {
      left -= chunk.byteLength;
      if (left === 0) {
        await requireSame();
        await beforeLast();
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof RangeError ? changedFile(name) : error;
  } finally {
    await handle.close();
  }
}

function changedFile(name: string): AppError {
  return new AppError(
    'damaged-file',
    `“${name}” changed while it was being uploaded. Retry it when no other program writes to it.`,
    { action: 'retry' },
  );
}

export function missingFile(name: string, cause: unknown): AppError {
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const isDenied = code === 'EACCES' || code === 'EPERM';
  return AppError.of(
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
