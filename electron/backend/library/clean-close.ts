/**
 * True when the library's file is still as Gesso left it. Then it need not be read from end to end when
 * it is opened, which would take longer with every job in it.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Beside the database. */
const SUFFIX = '.closed';

/** Beside the database while a Gesso has it open, and after a kill. */
const OPEN_SUFFIX = '.open';

/** Call when the database has been opened. */
export function noteOpen(path: string): void {
  writeFileSync(path + OPEN_SUFFIX, '', { mode: 0o600 });
}

/** True when the last Gesso that had the database open was killed. */
export function wasKilled(path: string): boolean {
  return existsSync(path + OPEN_SUFFIX);
}

/** Call when the database has been closed and its log is part of the file. */
export function noteCleanClose(path: string): void {
  if (existsSync(`${path}-wal`)) return;
  rmSync(path + OPEN_SUFFIX, { force: true });
  // SECURITY: S35 readable by the user alone, like the library itself.
  writeFileSync(path + SUFFIX, stateOf(path), { mode: 0o600 });
}

/**
 * True when nothing has touched the file since it was closed. The note is used up by this: after a
 * crash there is none, and the file is read from end to end.
 */
export function takeCleanClose(path: string): boolean {
  try {
    const noted = readFileSync(path + SUFFIX, 'utf8');
    rmSync(path + SUFFIX);
    return noted === stateOf(path) && !existsSync(`${path}-wal`);
  } catch {
    return false; // no note: a new library, or a crash
  }
}

/** The file is doubtful: the next start reads it from end to end. */
export function forgetCleanClose(path: string): void {
  rmSync(path + SUFFIX, { force: true });
}

/** Size and time of the last change, to the nanosecond where the file system has it. */
export function stateOf(path: string): string {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ino}`;
}
