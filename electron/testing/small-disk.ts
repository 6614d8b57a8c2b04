/** A disk of a few megabytes that a test can fill. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endsWithTest } from './ends-with-test.ts';

function mount(megabytes: number): string {
  const path = mkdtempSync(join(tmpdir(), 'gesso-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', path];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  return path;
}

function unmount(path: string): void {
  execFileSync('umount', [path], { stdio: 'ignore' });
  rmSync(path, { recursive: true });
}

/** Mounts a disk in memory. @throws unless `canMountDisks` */
export function mountSmallDisk(megabytes: number) {
  const path = mount(megabytes);
  const filler = join(path, 'filler');
  return endsWithTest({
    path,
    /** Takes space until only this much is left. */
    async fill(leftBytes: number): Promise<void> {
      const handle = await open(filler, 'a', 0o600);
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(path);
          const more = Math.min(4_000_000, bavail * bsize - leftBytes);
          if (more <= 0) break;
          await handle.appendFile(Buffer.alloc(more));
        }
      } finally {
        await handle.close();
      }
    },
    /** Gives all of it back. */
    free: (): Promise<void> => rm(filler, { force: true }),
    [Symbol.asyncDispose]: () => Promise.resolve(unmount(path)),
  });
}

/** It needs root on Linux. */
export const canMountDisks: boolean = (() => {
  try {
    unmount(mount(1));
    return true;
  } catch {
    return false;
  }
})();
