import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** Creates a folder that is removed after the tests of the file. Its path has spaces and quotes on purpose. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gesso “test” '));
  folders.push(folder);
  return folder;
}

export async function removeTestFolders(): Promise<void> {
  const removed = folders.splice(0);
  // Windows may hold a file for a moment after its process has ended.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;
  await Promise.all(removed.map((folder) => rm(folder, options)));
}
