import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory, https://man7.org/linux/man-pages/man7/shm_overview.7.html. */
const SHARED_MEMORY = '/dev/shm';

/** Type of a file system in memory, https://man7.org/linux/man-pages/man2/statfs.2.html. */
const TMPFS = 0x01_02_19_94;

/** Bytes: the tests need 28 MB at once. */
const LEAST = { room: 2 ** 29, memory: 2 * 2 ** 30 };

/**
 * Deletes the folder when this process ends. @param least bytes that must be free
 * @returns `undefined` if memory is short or unavailable
 */
export function makeMemoryFolder(least = LEAST): string | undefined {
  if (freemem() < least.memory) return undefined;
  try {
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (type !== TMPFS || bavail * bsize < least.room) return undefined;
    const folder = mkdtempSync(join(SHARED_MEMORY, 'gesso-tests-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    return folder;
  } catch {
    return undefined; // no Linux, or no permission to write: the tests use the disk
  }
}
