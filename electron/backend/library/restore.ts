/** Replaces a lost database by the newest intact backup. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFile } from '../service/common/finish-file.ts';
import { isSound, listBackups } from './backups.ts';

/** `log-lost`: a crash, and the latest changes are lost. `unclosed` keeps everything. */
const REASONS = ['damaged', 'missing', 'chosen', 'log-lost', 'unclosed'] as const;

export interface Restoration {
  readonly reason: (typeof REASONS)[number];
  /** When the backup was made, ms; missing if there was none and the library is empty. */
  readonly from?: number | undefined;
  /** See `reconcile-restored.ts`. */
  readonly isSettled: boolean;
}

/** The note exists until all files were scanned. */
function notePath(folder: string): string {
  return join(folder, 'library.restoring');
}

export function noteRestoration(folder: string, restoration: Restoration | undefined): void {
  if (restoration === undefined) rmSync(notePath(folder), { force: true });
  else writeFileSync(notePath(folder), JSON.stringify(restoration), { mode: 0o600, flush: true });
}

export function unfinishedRestoration(folder: string): Restoration | undefined {
  if (!existsSync(notePath(folder))) return undefined;
  try {
    return noteSchema.parse(JSON.parse(readFileSync(notePath(folder), 'utf8')));
  } catch {
    return { reason: 'damaged', isSettled: false }; // Truncated by a crash: reconciling twice is harmless.
  }
}

const noteSchema = z.strictObject({
  reason: z.enum(REASONS),
  from: z.number().optional(),
  isSettled: z.boolean(),
});

export function hadLibrary(folder: string): boolean {
  if (listBackups(folder).length > 0) return true;
  const files = join(folder, 'files');
  return existsSync(files) && readdirSync(files).some((name) => /^[0-9a-f]{2}$/u.test(name));
}

/** Also moves companion files, which the next database would read. */
export function setAside(path: string, target: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
}

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
