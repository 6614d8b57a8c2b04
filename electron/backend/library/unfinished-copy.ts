/** `library.moving` marks an unfinished copy of a library, which can be resumed. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const notePath = (folder: string) => join(folder, 'library.moving');

/** @param from folder of the copied library, absolute */
export function noteCopy(folder: string, from: string): void {
  // A truncated note names no library: the folder then counts as someone else's.
  writeFileSync(notePath(folder), from, { mode: 0o600, flush: true });
}

export function isUnfinishedCopy(folder: string, from: string): boolean {
  try {
    return readFileSync(notePath(folder), 'utf8') === from;
  } catch {
    return false; // There is none.
  }
}

export function forgetCopy(folder: string): void {
  rmSync(notePath(folder), { force: true });
}
