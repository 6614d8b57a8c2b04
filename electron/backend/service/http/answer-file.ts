/** A result on its way to disk: written beside its place, made durable, then renamed into it. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';

/** A file being written as `<path>.part`. */
export interface AnswerFile {
  readonly byteLength: () => number;
  /** SHA-256 of all bytes in the file, hexadecimal; to be asked once, after `commit`. */
  readonly hash: () => string;
  /** The first bytes that were written, at most 16. */
  readonly head: () => Uint8Array;
  /** @throws AppError `disk-full` or `storage` */
  write(chunk: Uint8Array): Promise<void>;
  /** Discards the written bytes. @throws AppError `disk-full` or `storage` */
  restart(): Promise<void>;
  /** Makes the file durable and puts it in place. @throws AppError `disk-full` or `storage` */
  commit(): Promise<void>;
  /** Removes the file; safe to call at any time, also after `commit`. */
  discard(): Promise<void>;
}

/** What an answer file may do about a disk that is full. */
export interface AnswerSpace {
  /** Bytes that are taken on the disk before anything is sent; 0 unless given. */
  readonly reserveBytes?: number | undefined;
  /** Ends the wait of a paid answer for space. */
  readonly signal?: AbortSignal | undefined;
  /** A paid answer is held in memory until there is space (true), and has found it (false). */
  onHeld?(isHeld: boolean): void;
}

const HEAD_BYTES = 16;

/** Bytes of a download that are written together. */
const GATHERED_BYTES = 1_000_000;

/** Bytes after which a file is flushed while more of it arrives: at its end little is left to wait for. */
const FLUSHED_BYTES = 32_000_000;

/** Waits between two tries of a held answer, ms: the first, and the longest. */
const HELD = { first: 500, most: 5000 } as const;

/** Zeros that are written at once to take space. */
const RESERVED_PIECE_BYTES = 1_000_000;

/**
 * The file's purpose: an answer that is `paid` for and comes once, or a `download` that can be
 * repeated as long as its address is valid.
 */
export type AnswerPurpose = 'paid' | 'download';

/**
 * Call before anything is sent: a folder that cannot be written to is found out at no cost. A `.part`
 * left over from a crash is overwritten.
 *
 * A paid answer that finds the disk full is held in memory: what still comes is taken, and `commit` tries
 * again until there is space, or `space.signal` is aborted.
 *
 * @throws AppError `disk-full` or `storage`
 */
export async function createAnswerFile(
  path: string,
  purpose: AnswerPurpose,
  space: AnswerSpace = {},
): Promise<AnswerFile> {
  const storing = <T>(action: () => Promise<T>) => storingAs(purpose, action);
  const partPath = `${path}.part`;
  // SECURITY: S35 results are readable by the user alone.
  const handle = await opening(() => openWithSpace(partPath, space.reserveBytes ?? 0));
  const holds = purpose === 'paid';
  let isHeld = false;
  let isOpen = true;
  let byteLength = 0;
  let hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  /** Accepted and not written yet: a write for every small chunk would wait longer than it writes. */
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let unflushedBytes = 0;
  let flushing: Promise<void> | undefined;

  /** Beside the arrival of more bytes. `commit` flushes all of them and reports what fails. */
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
        // a paid answer comes once; the decoder uses its buffer again
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

  /** Tries again while the disk is full. */
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
    byteLength: () => byteLength,
    hash: () => hash.digest('hex'),
    head: () => head,
    async write(chunk) {
      gathered.push(isHeld ? Uint8Array.from(chunk) : chunk);
      gatheredBytes += chunk.byteLength;
      byteLength += chunk.byteLength;
      // the bytes of a paid answer are decoded into a buffer that is used again
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
    async restart() {
      if (byteLength === 0) return;
      gathered = [];
      gatheredBytes = 0;
      await storing(() => handle.truncate(0));
      byteLength = 0;
      hash = createHash('sha256');
      head = Buffer.alloc(0);
    },
    async commit() {
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
    async discard() {
      await close().catch(() => undefined);
      // A file that cannot be removed now is overwritten by the next attempt.
      await rm(partPath, { force: true }).catch(() => undefined);
    },
  };
}

/** Opens the file for writing, and takes space for it; no file is left where there is none. */
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

/** `write` may take less than it was given. */
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

/** The chunks without their first bytes. */
function after(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(left, chunk.byteLength);
    left -= skipped;
    return skipped === chunk.byteLength ? [] : [chunk.subarray(skipped)];
  });
}

/** The rename itself is durable only when the folder is. Windows cannot open folders, and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Nothing was sent yet. */
async function opening<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { kind, message, details } = toAppError(error);
    const isFull = kind === 'disk-full';
    throw new AppError(
      {
        kind: isFull ? 'disk-full' : 'storage',
        message: isFull
          ? message
          : 'Gesso can’t write to its data folder. Nothing was sent. Check the folder and run it again.',
        action: 'retry',
        details: { ...details, request: 'not sent' },
      },
      { cause: error },
    );
  }
}

/** Sentences for a result that cannot be saved. An answer comes once, so it is lost in the end; a download is not. */
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
      {
        kind: isFull ? 'disk-full' : 'storage',
        message: isFull ? sentences.full : sentences.other,
        action: 'retry',
        details: { ...details, ...sentences.details },
      },
      { cause: error },
    );
  }
}
