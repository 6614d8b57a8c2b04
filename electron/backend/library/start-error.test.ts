/** Starts on a full or read-only disk, with a library and without one. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { canMountDisks, mountSmallDisk } from '../../testing/small-disk.ts';

it.skipIf(!canMountDisks).for([
  ['full', false],
  ['full', true],
  ['read-only', false],
  ['read-only', true],
] as const)(
  'names the folder and the reason when starting on a disk that is %s (a library: %s)',
  async ([trouble, hasLibrary]) => {
    const disk = mountSmallDisk(16);
    const dataFolder = join(disk.path, 'data');
    if (hasLibrary) {
      const first = await createBackendFixture({ folder: disk.path, dataFolder });
      await first.backend().close();
    }
    if (trouble === 'full') await disk.fill(0);
    else execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    const starting = createBackendFixture({ folder: disk.path, dataFolder });
    await expect(starting).rejects.toMatchObject({
      kind: trouble === 'full' ? 'disk-full' : 'storage',
      message: expect.stringContaining(
        `Gesso can’t start with the folder ${dataFolder}, because its disk is ${trouble}. Nothing was lost.`,
      ),
    });
  },
);
