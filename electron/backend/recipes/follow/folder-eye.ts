/**
 * Says when a followed folder is worth a look: the system reports changes where it can, and where it cannot, or says
 * nothing for a while (network drives), it is looked at all the same.
 */
import { watch, type FSWatcher } from 'node:fs';

/** A folder is looked at after so long, also when the system reports nothing, ms. */
const QUIET_LOOK = 15_000;

export interface FolderEye {
  /** @param now ms */
  isDue(now: number): boolean;
  /** @param isGood false: the folder is not there, and what reported on it is of no use */
  looked(now: number, isGood: boolean): void;
  close(): void;
}

export function createFolderEye(folder: string): FolderEye {
  let watcher: FSWatcher | undefined;
  let isReported = true;
  let lookedAt = -Infinity;

  function close(): void {
    watcher?.close();
    watcher = undefined;
  }

  function open(): void {
    try {
      const opened = watch(folder, { recursive: true, persistent: false }, () => {
        isReported = true;
      });
      opened.on('error', close); // it is looked at each time then
      watcher = opened;
    } catch {
      // too many folders are watched on this computer, or the drive reports nothing
    }
  }

  return {
    isDue: (now) => isReported || watcher === undefined || now - lookedAt >= QUIET_LOOK,
    looked(now, isGood) {
      lookedAt = now;
      isReported = !isGood;
      if (!isGood) close();
      else if (watcher === undefined) open();
    },
    close,
  };
}
