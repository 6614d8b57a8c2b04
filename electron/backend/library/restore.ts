/** The library after its database was lost: the newest sound backup takes its place. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFile } from '../common/finish-file.ts';
import { isSound, listBackups } from './backups.ts';

/**
 * `unclosed`: the program was killed, and the database is whole. `log-lost`: it was killed, and the
 * database lacks its latest changes. In both cases no backup took its place.
 */
const REASONS = ['damaged', 'missing', 'chosen', 'log-lost', 'unclosed'] as const;

/** The loss of a database, and what took its place. */
export interface Restoration {
  readonly reason: (typeof REASONS)[number];
  /** When the backup was made, ms; missing when there was none and the library began empty. */
  readonly from?: number | undefined;
  /** See `settle-restored.ts`. */
  readonly isSettled: boolean;
}

/** Beside the database, from before the backup takes its place until all files were looked through. */
function notePath(folder: string): string {
  return join(folder, 'library.restoring');
}

/** Remembers a restoration over the end of the program, or forgets it. */
export function noteRestoration(folder: string, restoration: Restoration | undefined): void {
  if (restoration === undefined) rmSync(notePath(folder), { force: true });
  else writeFileSync(notePath(folder), JSON.stringify(restoration), { mode: 0o600, flush: true });
}

/** A restoration that an earlier start has not brought to its end. */
export function unfinishedRestoration(folder: string): Restoration | undefined {
  if (!existsSync(notePath(folder))) return undefined;
  try {
    return noteSchema.parse(JSON.parse(readFileSync(notePath(folder), 'utf8')));
  } catch {
    return { reason: 'damaged', isSettled: false }; // cut off by a crash: settling twice does no harm
  }
}

const noteSchema = z.strictObject({
  reason: z.enum(REASONS),
  from: z.number().optional(),
  isSettled: z.boolean(),
});

/** True when there was a library in this folder, whatever became of its database. */
export function hadLibrary(folder: string): boolean {
  if (listBackups(folder).length > 0) return true;
  const files = join(folder, 'files');
  return existsSync(files) && readdirSync(files).some((name) => /^[0-9a-f]{2}$/u.test(name));
}

/** True when the database has no content at all: it is not there, or 0 bytes long. */
export function isMissing(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0;
}

/** Moves the database and its companion files, which would be read into the next one. */
export function setAside(path: string, target: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
}

/** Puts a copy of the newest sound backup, if there is one, in the database's place, which is free. */
export async function restoreBackup(
  folder: string,
  path: string,
  reason: Restoration['reason'],
): Promise<Restoration> {
  const sound = listBackups(folder).find((each) => isSound(each.path));
  const restoration: Restoration = { reason, from: sound?.at, isSettled: false };
  noteRestoration(folder, restoration);
  if (sound === undefined) return restoration;
  const part = `${path}.part`;
  await rm(part, { force: true });
  await copyFile(sound.path, part);
  await syncFile(part);
  renameSync(part, path);
  return restoration;
}
