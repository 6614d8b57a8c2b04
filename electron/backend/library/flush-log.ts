/** SQLite's own checkpoint would block the process (https://sqlite.org/wal.html). */
import { open, type FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

export function createLogFlusher(database: DatabaseSync) {
  let log: Promise<FileHandle> | undefined;

  function opened(): Promise<FileHandle> {
    // Windows flushes only writable files.
    log ??= open(`${database.location() ?? ''}-wal`, 'r+').catch((error: unknown) => {
      log = undefined;
      throw error;
    });
    return log;
  }

  return {
    /** @throws disk errors: commits may not survive a power cut */
    flush: async (): Promise<void> => (await opened()).datasync(),
    async close(): Promise<void> {
      const handle = await log?.catch(() => undefined); // It was never opened.
      await handle?.close();
    },
  };
}
