/** Uses system events, and polls where they are missing or unreliable (network drives). */
import { watch, type FSWatcher } from 'node:fs';

/** Polling interval without events, ms. */
const QUIET_INTERVAL = 15_000;

export type FolderWatcher = ReturnType<typeof createFolderWatcher>;

export function createFolderWatcher(folder: string) {
  let watcher: FSWatcher | undefined;
  let isReported = true;
  let scannedAt = -Infinity;

  function close(): void {
    watcher?.close();
    watcher = undefined;
  }

  function open(): void {
    try {
      const opened = watch(folder, { recursive: true, persistent: false }, () => {
        isReported = true;
      });
      opened.on('error', close); // Falls back to polling.
      watcher = opened;
    } catch {
      // Too many watched folders on this computer, or no events on this drive.
    }
  }

  return {
    /** @param now ms */
    isDue: (now: number): boolean =>
      isReported || watcher === undefined || Math.abs(now - scannedAt) >= QUIET_INTERVAL,
    /** @param isGood false if the folder is missing, so that the watcher is useless */
    scanned(now: number, isGood: boolean): void {
      scannedAt = now;
      isReported = !isGood;
      if (!isGood) close();
      else if (watcher === undefined) open();
    },
    close,
  };
}
