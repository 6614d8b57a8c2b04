/**
 * Waits until everything that was committed is on the disk, without holding the process up. In WAL mode a
 * commit is in the file `-wal` (https://sqlite.org/wal.html); flushing that file is what SQLite itself does
 * for `synchronous=FULL`, only that it makes the whole process wait.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

export interface LogFlusher {
  /** @throws Error of the disk: what was committed may not outlive a power cut */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createLogFlusher(database: DatabaseSync): LogFlusher {
  let log: Promise<FileHandle> | undefined;

  function opened(): Promise<FileHandle> {
    // Windows flushes only what may be written to
    log ??= open(`${database.location() ?? ''}-wal`, 'r+').catch((error: unknown) => {
      log = undefined;
      throw error;
    });
    return log;
  }

  return {
    flush: async () => (await opened()).datasync(),
    async close() {
      const handle = await log?.catch(() => undefined); // it was never opened
      await handle?.close();
    },
  };
}
