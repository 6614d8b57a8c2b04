/**
 * Notes on disk about files from outside that are being read. A picture or a clip may be made so that its
 * reader takes the whole program along; the next start would read it again and end the same way. So a note
 * is on disk before the first reading of each file, and goes with its end. A note that an earlier run left
 * behind says: that file is not read again by itself, only when the user asks for it. A picture has one
 * more try, since a power cut in the middle of a sound one looks the same.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { syncFolder } from './sync-folder.ts';

/** Runs that may end while they read a file; after them Gesso leaves the file alone. */
export const MOST_STOPS = { picture: 2, clip: 1 } as const;

/** A key names a file: the hash of its content, or the name of an answer. */
export interface ReadingNotes {
  /**
   * Reads a file under its note; a file that was read to the end before in this run needs none.
   *
   * @param refusal the error for a file that earlier runs ended with: {@link stoppedFile}, {@link stoppedResult}
   * @param mostStops one of {@link MOST_STOPS}, that of a picture unless given
   * @throws AppError that one; whatever `read` throws
   */
  guard<Result>(
    key: string,
    refusal: () => AppError,
    read: () => Promise<Result>,
    mostStops?: number,
  ): Promise<Result>;
  /** For readings that end somewhere else. @returns false when a note of the file is there already */
  begin(key: string): Promise<boolean>;
  /** The reading that {@link begin} noted is over. */
  end(key: string): Promise<void>;
  /** An earlier run ended while it read the file, and no later one has read it to the end. */
  hasStopped(key: string): boolean;
  /** The user asks for the file, or its state is recorded elsewhere: it may be read again. */
  forgive(key: string): Promise<void>;
  /** The program ends as it should: what is still being read is no file's fault. */
  close(): void;
}

/**
 * @param folder absolute path of the data folder
 * @param log a note that cannot be written holds nothing up
 */
export function openReadingNotes(folder: string, log: (line: string) => void): ReadingNotes {
  const root = join(folder, 'reading');
  /** Runs that ended with a file, by key. */
  const left = new Map(namesIn(root).map((name) => [name, stopsIn(join(root, name))]));
  /** Readings under way, by key: how many of the same file, and the note itself. */
  const underWay = new Map<string, { count: number; readonly written: Promise<void> }>();
  /** Begun in this run and asked for once more, since their reader did not come to an end. */
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
      log(`reading: no note: ${toAppError(error).kind}`); // a full disk must not hold reading up
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
    async guard(key, refusal, read, mostStops = MOST_STOPS.picture) {
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
    async begin(key) {
      if (left.has(key)) return false;
      if (underWay.has(key)) {
        doubted.add(key);
        return false;
      }
      await take(key);
      return true;
    },
    end: release,
    hasStopped: (key) => left.has(key),
    async forgive(key) {
      if (left.delete(key)) await erase(key);
    },
    close() {
      for (const key of underWay.keys()) {
        if (!doubted.has(key)) rmSync(pathOf(root, key), { force: true });
      }
    },
  };
}

/** The error about a file of the user's. @param again the way to have it read once more */
export function stoppedFile(name: string, again = 'Open it again'): AppError {
  return new AppError({
    kind: 'damaged-file',
    message: `Gesso stopped while it read “${name}”, so it no longer reads this file automatically. ${again} to try once more, or use another copy.`,
    action: 'choose-other-file',
    details: { reason: STOPPED },
  });
}

/** The error about a file that the service has returned. */
export function stoppedResult(): AppError {
  return new AppError({
    kind: 'damaged-file',
    message:
      'Gesso stopped while it read the returned picture, so it no longer reads it automatically. The file is saved.',
    action: 'retry',
    details: { reason: STOPPED },
  });
}

/** Whether it is the error about a file that an earlier run ended with. */
export function isStoppedReading(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.details?.['reason'] === STOPPED;
}

const STOPPED = 'stopped-reading';

/** Keys are hashes and ids; anything else could leave the folder. */
function pathOf(root: string, key: string): string {
  if (!/^[\w.-]{1,100}$/u.test(key) || key.startsWith('.')) throw new Error('This is no key.');
  return join(root, key);
}

/** A note says how many runs have ended with its file; one that broke off itself stands for one. */
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
    return []; // nothing was ever read
  }
}
