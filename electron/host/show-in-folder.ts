/** Shows a saved file in the system's file manager. */
import { isAbsolute } from 'node:path';
import type { Shell } from 'electron';

/**
 * SECURITY: S16 the one place that asks the system to show a file. It selects the file in its folder
 * and opens nothing; the path comes from the backend, never from the page.
 */
export function createShowInFolder(shell: Pick<Shell, 'showItemInFolder'>): (path: string) => void {
  return (path) => {
    if (!isAbsolute(path)) throw new Error('A file is shown by its absolute path.');
    shell.showItemInFolder(path);
  };
}
