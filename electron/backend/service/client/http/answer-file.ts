import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { syncFolder } from '../../common/finish-file.ts';

export type AnswerFile = Awaited<ReturnType<typeof createAnswerFile>>;

interface AnswerSpace {
  /** Bytes to reserve before anything is sent; default: 0. */
  readonly reserveBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A paid answer is held in memory until there is space (true), and has found it (false). */
  onHeld?(isHeld: boolean): void;
}

const HEAD_BYTES = 16;

/** Bytes of a download that are written together. */
const GATHERED_BYTES = 1_000_000;

/** Bytes after which a file is flushed while more arrives, to shorten the end. */
const FLUSHED_BYTES = 32_000_000;

/** First and longest delay between attempts of a held answer, ms. */
const HELD = { first: 500, most: 5000 } as const;

/** Zeros written at once to reserve space. */
const RESERVED_PIECE_BYTES = 1_000_000;

/** An answer is `paid` and comes once; a `download` can be repeated while its address is valid. */
type AnswerPurpose = 'paid' | 'download';

/**
 * Call before sending, so that an unwritable folder costs nothing. If the disk is full, a paid
 * answer is held in memory until there is space or `space.signal` is aborted.
 * @throws AppError `disk-full` or `storage`
 */
export async function createAnswerFile(
  path: string,
  purpose: AnswerPurpose,
  space: AnswerSpace = {},
) {
  const storing = <T>(action: () => Promise<T>) => storingAs(purpose, action);
  const partPath = `${path}.part`;
  // SECURITY: S35 results are readable by the user only.
  const handle = await opening(() => openWithSpace(partPath, space.reserveBytes ?? 0));
  const holds = purpose === 'paid';
  let isHeld = false;
  let isOpen = true;
  let byteLength = 0;
  let hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  /** Not written yet: small writes would wait longer than they write. */
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let unflushedBytes = 0;
  let flushing: Promise<void> | undefined;

  /** In parallel with arriving bytes; `commit` flushes everything and reports failures. */
  function flushSoon(written: number): void {
    unflushedBytes += written;
    if (unflushedBytes < FLUSHED_BYTES || flushing !== undefined) return;
    unflushedBytes = 0;
    flushing = handle
      .datasync()
      .catch(() => undefined)
      .finally(() => (flushing = undefined));
  }

  async function flush(): Promise<void> {
    const chunks = gathered;
    const start = byteLength - gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    if (chunks.length === 0) return;
    try {
      await storing(() => writeAll(handle, chunks, start));
      for (const chunk of chunks) hash.update(chunk);
      flushSoon(byteLength - start);
    } catch (error) {
      if (holds) {
        // A paid answer comes once; the decoder reuses its buffer.
        gathered = chunks.map((chunk) => Uint8Array.from(chunk));
        gatheredBytes = byteLength - start;
      } else {
        byteLength = start; // the next attempt continues where the file ends
      }
      throw error;
    }
  }

  function tellHeld(now: boolean): void {
    if (isHeld === now) return;
    isHeld = now;
    space.onHeld?.(now);
  }

  async function holding(action: () => Promise<void>): Promise<void> {
    for (let wait: number = HELD.first; ; wait = Math.min(wait * 2, HELD.most)) {
      try {
        await action();
        tellHeld(false);
        return;
      } catch (error) {
        const mayWait = holds && space.signal?.aborted !== true;
        if (!mayWait || toAppError(error).kind !== 'disk-full') throw error;
        tellHeld(true);
        await sleep(wait, undefined, space.signal && { signal: space.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await flushing;
    await handle.close();
  }

  return {
    byteLength: (): number => byteLength,
    /** SHA-256 in hexadecimal; call once, after `commit`. */
    hash: (): string => hash.digest('hex'),
    /** The first written bytes, at most 16. */
    head: (): Uint8Array => head,
    /** @throws AppError `disk-full` or `storage` */
    async write(chunk: Uint8Array): Promise<void> {
      gathered.push(isHeld ? Uint8Array.from(chunk) : chunk);
      gatheredBytes += chunk.byteLength;
      byteLength += chunk.byteLength;
      // The decoder reuses its buffer for a paid answer.
      const isDue = gatheredBytes >= GATHERED_BYTES || purpose === 'paid';
      if (isDue && !isHeld) {
        await flush().catch((error: unknown) => {
          if (!holds || toAppError(error).kind !== 'disk-full') throw error;
          tellHeld(true);
        });
      }
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
    },
    /** Discards written bytes. @throws AppError `disk-full` or `storage` */
    async restart(): Promise<void> {
      if (byteLength === 0) return;
      gathered = [];
      gatheredBytes = 0;
      await storing(() => handle.truncate(0));
      byteLength = 0;
      hash = createHash('sha256');
      head = Buffer.alloc(0);
    },
    /** Flushes and renames. @throws AppError `disk-full` or `storage` */
    async commit(): Promise<void> {
      await holding(async () => {
        await flush();
        await storing(async () => {
          if (isOpen) {
            if ((space.reserveBytes ?? 0) > byteLength) await handle.truncate(byteLength);
            await handle.sync();
            await close();
          }
          await rename(partPath, path);
          await syncFolder(dirname(path));
        });
      });
    },
    /** Safe at any time, even after `commit`. */
    async discard(): Promise<void> {
      await close().catch(() => undefined);
      // A file that cannot be deleted is overwritten by the next attempt.
      await rm(partPath, { force: true }).catch(() => undefined);
    },
  };
}

/** Leaves no file if there is no space. */
async function openWithSpace(path: string, reserveBytes: number): Promise<FileHandle> {
  const handle = await open(path, 'w', 0o600);
  try {
    const zeros = Buffer.alloc(Math.min(reserveBytes, RESERVED_PIECE_BYTES));
    for (let at = 0; at < reserveBytes; at += zeros.length) {
      await writeAll(handle, [zeros.subarray(0, reserveBytes - at)], at);
    }
    return handle;
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

/** `write` may write less than given. */
async function writeAll(
  handle: FileHandle,
  chunks: readonly Uint8Array[],
  start: number,
): Promise<void> {
  let position = start;
  let rest = [...chunks];
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, position);
    position += bytesWritten;
    rest = after(rest, bytesWritten);
  }
}

/** Skips the first bytes. */
function after(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.byteLength);
    left -= skipped;
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)];
  });
}

async function opening<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { kind, message, details } = toAppError(error);
    const isFull = kind === 'disk-full';
    throw new AppError(
      isFull ? 'disk-full' : 'storage',
      isFull
        ? message
        : 'Gesso can’t write to its data folder. Nothing was sent. Check the folder and run it again.',
      { action: 'retry', details: { ...details, request: 'not sent' }, cause: error },
    );
  }
}

/** An answer comes once and is lost; a download is not. */
const STORING_FAILED = {
  paid: {
    full: 'The disk was full until the end, so the result is lost. Free some space, then run it again.',
    other:
      'Gesso could not save the result in its data folder. Check the folder, then run it again.',
    details: { outcome: 'unknown' },
  },
  download: {
    full: 'The disk is full. Free some space, then fetch the result again.',
    other:
      'Gesso could not save the result in its data folder. Check the folder, then fetch it again.',
    details: {},
  },
} as const;

async function storingAs<T>(purpose: AnswerPurpose, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { kind, details } = toAppError(error);
    const isFull = kind === 'disk-full';
    const sentences = STORING_FAILED[purpose];
    throw new AppError(
      isFull ? 'disk-full' : 'storage',
      isFull ? sentences.full : sentences.other,
      { action: 'retry', details: { ...details, ...sentences.details }, cause: error },
    );
  }
}
