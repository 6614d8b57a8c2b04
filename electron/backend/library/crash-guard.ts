/**
 * A damaged file may crash the program, and then the next start. So a note is on disk before a file
 * is first read. A file with a note of an earlier session is read only when the user asks; a
 * picture gets one more try, because a power cut looks the same.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { syncFolder } from '../service/common/finish-file.ts';

/** Sessions that may crash while reading a file before it is left alone. */
export const MOST_STOPS = { picture: 2, clip: 1 } as const;

/** A key identifies a file: the hash of its content, or the name of an answer. */
export type CrashGuard = ReturnType<typeof openCrashGuard>;

/** @param log receives failed writes, which block nothing */
export function openCrashGuard(folder: string, log: (line: string) => void) {
  const root = join(folder, 'reading');
  const left = new Map(namesIn(root).map((name) => [name, stopsIn(join(root, name))]));
  /** Running reads by key: their number, and the note. */
  const underWay = new Map<string, { count: number; readonly written: Promise<void> }>();
  const doubted = new Set<string>();
  const proven = new Set<string>();

  async function write(key: string): Promise<void> {
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(root, key), 'w', 0o600);
      try {
        await file.writeFile(String((left.get(key) ?? 0) + 1));
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(root);
    } catch (error) {
      log(`reading: no note: ${toAppError(error).kind}`); // A full disk must not block reading.
    }
  }

  function take(key: string): Promise<void> {
    const known = underWay.get(key);
    if (known !== undefined) known.count += 1;
    const entry = known ?? { count: 1, written: write(key) };
    underWay.set(key, entry);
    return entry.written;
  }

  async function release(key: string): Promise<void> {
    const entry = underWay.get(key);
    if (entry === undefined) return;
    entry.count -= 1;
    if (entry.count > 0) return;
    underWay.delete(key);
    doubted.delete(key);
    await erase(key);
  }

  async function erase(key: string): Promise<void> {
    await rm(pathOf(root, key), { force: true }).catch((error: unknown) =>
      log(`reading: a note stays: ${toAppError(error).kind}`),
    );
  }

  return {
    /** Skips the note for a file that was read completely in this session. @throws `refusal` */
    async guard<Result>(
      key: string,
      refusal: () => AppError,
      read: () => Promise<Result>,
      mostStops: number = MOST_STOPS.picture,
    ): Promise<Result> {
      if ((left.get(key) ?? 0) >= mostStops) throw refusal();
      if (proven.has(key)) return await read();
      // SECURITY: S48 the note is on disk before the first byte is decoded
      await take(key);
      try {
        const result = await read();
        proven.add(key);
        left.delete(key);
        return result;
      } finally {
        await release(key);
      }
    },
    /** For reading in another process. @returns false if the file already has a note */
    async begin(key: string): Promise<boolean> {
      if (left.has(key)) return false;
      if (underWay.has(key)) {
        doubted.add(key);
        return false;
      }
      await take(key);
      return true;
    },
    end: release,
    /** True if no later session has read the file completely. */
    hasStopped: (key: string): boolean => left.has(key),
    /** Allows reading again: the user asks for it, or its state is recorded elsewhere. */
    async forgive(key: string): Promise<void> {
      if (left.delete(key)) await erase(key);
    },
    /** Deletes notes at a regular exit, which no file has caused. */
    close(): void {
      for (const key of underWay.keys()) {
        if (!doubted.has(key)) rmSync(pathOf(root, key), { force: true });
      }
    },
  };
}

export function stoppedFile(name: string, again = 'Open it again'): AppError {
  return new AppError(
    'damaged-file',
    `Gesso stopped while it read “${name}”, so it no longer reads this file automatically. ${again} to try once more, or use another copy.`,
    { action: 'choose-other-file', details: { reason: STOPPED } },
  );
}

export function stoppedResult(): AppError {
  return new AppError(
    'damaged-file',
    'Gesso stopped while it read the returned picture, so it no longer reads it automatically. The file is saved.',
    { action: 'retry', details: { reason: STOPPED } },
  );
}

export function isStoppedReading(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.details?.['reason'] === STOPPED;
}

const STOPPED = 'stopped-reading';

/** Keys are hashes and ids; anything else could leave the folder. */
function pathOf(root: string, key: string): string {
  if (!/^[\w.-]{1,100}$/u.test(key) || key.startsWith('.')) throw new Error('This is no key.');
  return join(root, key);
}

/** A truncated note counts as one crash. */
function stopsIn(path: string): number {
  try {
    return Math.max(1, Number.parseInt(readFileSync(path, 'utf8'), 10) || 1);
  } catch {
    return 1;
  }
}

function namesIn(root: string): readonly string[] {
  try {
    return readdirSync(root);
  } catch {
    return []; // Nothing was ever read.
  }
}
