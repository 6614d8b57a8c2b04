/**
 * Places of files that are being saved outside the data folder: noted before the first byte, so that the
 * half of a file that a kill leaves behind is removed at the next start.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toAppError } from '../../shared/errors/app-error.ts';

export interface UnfinishedSaves {
  /**
   * @param name of the finished file
   * @returns a hidden place beside it, which no other save uses. Never rejects: a file can also be saved
   *   while the data folder's disk is full, only without a note.
   */
  begin(folder: string, name: string): Promise<UnfinishedSave>;
  /** Removes all that earlier runs have left. Call before the first save. Never rejects. */
  sweep(): Promise<void>;
}

/** A file on its way. */
export interface UnfinishedSave {
  /** Absolute. */
  readonly partPath: string;
  /** It has its place, or is gone. Never rejects. */
  end(): Promise<void>;
}

/** The form of the names that {@link UnfinishedSaves.begin} gives; nothing else is ever removed. */
const PART_NAME = /^\..*\.[0-9a-f]{16}\.part$/u;

/** @param folder absolute path of a folder of its own; created when needed */
export function createUnfinishedSaves(
  folder: string,
  log: (line: string) => void,
): UnfinishedSaves {
  async function noting(action: () => Promise<unknown>): Promise<void> {
    await action().catch((error: unknown) => {
      log(`saving: a note could not be kept: ${toAppError(error).kind}`);
    });
  }

  return {
    async begin(target, name) {
      const id = randomBytes(8).toString('hex');
      const partPath = join(target, `.${name}.${id}.part`);
      const note = join(folder, id);
      await noting(async () => {
        // SECURITY: S35 names of the user's files are readable by the user alone.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(note, partPath, { mode: 0o600, flush: true });
      });
      return { partPath, end: () => noting(() => rm(note, { force: true })) };
    },
    async sweep() {
      await noting(async () => {
        for (const id of await notes(folder)) {
          const note = join(folder, id);
          const partPath = await readFile(note, 'utf8');
          if (PART_NAME.test(basename(partPath))) await rm(partPath, { force: true });
          await rm(note, { force: true });
        }
      });
    },
  };
}

async function notes(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
