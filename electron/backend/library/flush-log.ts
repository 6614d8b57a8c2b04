/**
 * SQLite flushes its `-wal` file synchronously, which would block the process
 * (https://sqlite.org/wal.html).
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

export interface LogFlusher {
  /** @throws disk errors: commits may not survive a power cut */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createLogFlusher(database: DatabaseSync): LogFlusher {
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
    flush: async () => (await opened()).datasync(),
    async close() {
      const handle = await log?.catch(() => undefined); // It was never opened.
      await handle?.close();
    },
  };
}
