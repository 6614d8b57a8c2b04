import { isAbsolute } from 'node:path';
import type { Shell } from 'electron';

/**
 * SECURITY: S16 the only place that asks the system to reveal a file. It selects the file and opens
 * nothing; the path comes from the backend, never from the page.
 */
export function createShowInFolder(shell: Pick<Shell, 'showItemInFolder'>): (path: string) => void {
  return (path) => {
    if (!isAbsolute(path)) throw new Error('A file is shown by its absolute path.');
    shell.showItemInFolder(path);
  };
}
