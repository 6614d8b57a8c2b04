/**
 * Copies a folder of files as a move of the library does, or only copies and flushes them. Arguments:
 * `library` or `bare`, from, to. Prints milliseconds, and the longest time without a turn of the main thread.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { copyLibrary } from '../../../electron/backend/library/copy-library.ts';
import { listLibraryFiles } from '../../../electron/backend/library/library-parts.ts';

const [way, from = '', to = ''] = process.argv.slice(2);
let longest = 0;
let last = performance.now();
const timer = setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last);
  last = now;
}, 2);

const started = performance.now();
if (way === 'library') await copyLibrary({ from, to });
else await copyBare();
const milliseconds = performance.now() - started;
clearInterval(timer);
process.stdout.write(JSON.stringify({ milliseconds, longest }));

async function copyBare(): Promise<void> {
  execFileSync('cp', ['-r', join(from, 'files'), to]);
  for (const { name } of await listLibraryFiles(to, false)) {
    const file = openSync(join(to, name), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}
