/** `library.moving` in a folder: a copy of a library that is not in use yet. It is taken up again after a stop. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const notePath = (folder: string) => join(folder, 'library.moving');

/** @param from folder of the library that is copied, absolute */
export function noteCopy(folder: string, from: string): void {
  // a note that was cut off names no library: the folder then counts as someone else's
  writeFileSync(notePath(folder), from, { mode: 0o600, flush: true });
}

/** True when nothing but an unfinished copy of that library is in the folder. */
export function isUnfinishedCopy(folder: string, from: string): boolean {
  try {
    return readFileSync(notePath(folder), 'utf8') === from;
  } catch {
    return false; // there is none
  }
}

/** The copy becomes a library. */
export function forgetCopy(folder: string): void {
  rmSync(notePath(folder), { force: true });
}
