/** A rename is safe against a power cut only when the folder is flushed, too. */
import { open } from 'node:fs/promises';

/** Waits until the names in a folder are on the disk. Windows has no such order, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
