/** A second name for a file. */
import { copyFile, link } from 'node:fs/promises';

/** A second name costs nothing; file systems without hard links get a copy. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
  }
}
