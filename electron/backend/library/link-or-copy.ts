import { copyFile, link } from 'node:fs/promises';

/** Hard-links a file, or copies it on file systems without hard links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}
