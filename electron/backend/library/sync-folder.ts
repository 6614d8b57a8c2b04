/** Flushes a folder, without which a rename does not survive a power cut. */
import { open } from 'node:fs/promises';

/** Windows has no such call, and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
