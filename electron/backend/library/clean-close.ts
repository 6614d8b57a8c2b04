/** Notes that the database was closed intact, so that the next start need not verify it. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Next to the database. */
const SUFFIX = '.closed';

/** Next to the database while Gesso has it open, and after a crash. */
const OPEN_SUFFIX = '.open';

export function noteOpen(path: string): void {
  writeFileSync(path + OPEN_SUFFIX, '', { mode: 0o600 });
}

export function wasKilled(path: string): boolean {
  return existsSync(path + OPEN_SUFFIX);
}

export function noteCleanClose(path: string): void {
  if (existsSync(`${path}-wal`)) return;
  rmSync(path + OPEN_SUFFIX, { force: true });
  // SECURITY: S35 readable by the user only, like the library.
  writeFileSync(path + SUFFIX, stateOf(path), { mode: 0o600 });
}

/** Consumes the note: after a crash there is none, and the file is verified. */
export function takeCleanClose(path: string): boolean {
  try {
    const noted = readFileSync(path + SUFFIX, 'utf8');
    rmSync(path + SUFFIX);
    return noted === stateOf(path) && !existsSync(`${path}-wal`);
  } catch {
    return false; // No note: a new library, or a crash.
  }
}

export function forgetCleanClose(path: string): void {
  rmSync(path + SUFFIX, { force: true });
}

/** Size and modification time, in nanoseconds if the file system has them. */
export function stateOf(path: string): string {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ino}`;
}
