/** Records saves before the first byte, so that the next start deletes half-written files. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toAppError } from '../../shared/errors/app-error.ts';

export type UnfinishedSaves = ReturnType<typeof createUnfinishedSaves>;

interface UnfinishedSave {
  /** Absolute. */
  readonly partPath: string;
  /** Call when the file is renamed or gone. Never rejects. */
  end(): Promise<void>;
}

/** Names from {@link UnfinishedSaves.begin}; nothing else is ever deleted. */
const PART_NAME = /^\..*\.[0-9a-f]{16}\.part$/u;

/** @param folder private, absolute; created when needed */
export function createUnfinishedSaves(folder: string, log: (line: string) => void) {
  async function noting(action: () => Promise<unknown>): Promise<void> {
    await action().catch((error: unknown) => {
      log(`saving: a note could not be kept: ${toAppError(error).kind}`);
    });
  }

  return {
    /** @returns a hidden path, unique to this save. Never rejects, even with a full data disk. */
    async begin(target: string, name: string): Promise<UnfinishedSave> {
      const id = randomBytes(8).toString('hex');
      const partPath = join(target, `.${beginningOf(name)}.${id}.part`);
      const note = join(folder, id);
      await noting(async () => {
        // SECURITY: S35 names of the user's files are readable by the user only.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(note, partPath, { mode: 0o600, flush: true });
      });
      return { partPath, end: () => noting(() => rm(note, { force: true })) };
    },
    /** Deletes leftovers of earlier sessions. Call before the first save. Never rejects. */
    async sweep(): Promise<void> {
      await noting(async () => {
        for (const id of await notes(folder)) await noting(() => removeNoted(join(folder, id)));
      });
    },
  };
}

async function removeNoted(note: string): Promise<void> {
  const partPath = await readFile(note, 'utf8');
  if (PART_NAME.test(basename(partPath))) await rm(partPath, { force: true });
  await rm(note, { force: true });
}

/** At most 200 bytes, so that the whole name has at most the 255 of most file systems. */
function beginningOf(name: string): string {
  return Array.from(name).slice(0, 50).join('');
}

async function notes(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
