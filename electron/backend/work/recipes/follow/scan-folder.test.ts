import { writeFile } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createFolderWatcher } from './follows.ts';
import { isInside, scanFolder, STANDS_STILL, type Sighting } from './scan-folder.ts';

const HOUR = 3_600_000;

it('takes a new file seconds after the clock was set back by hours', async () => {
  const folder = testFolder();
  await writeFile(join(folder, 'new.png'), await noisePng(20, 10));
  let before: ReadonlyMap<string, Sighting> = new Map();
  async function found(now: number): Promise<number> {
    const scan = await scanFolder({
      folder,
      savesTo: undefined,
      known: new Map(),
      before,
      hashes: new Map(),
      now,
      crashGuard: { guard: (_key, _stopped, work) => work() },
    });
    before = scan.sightings;
    return scan.found.length;
  }
  expect(await found(9 * HOUR)).toBe(0);
  expect(await found(4 * HOUR)).toBe(0);
  expect(await found(4 * HOUR + STANDS_STILL)).toBe(1);
});

it('a folder without events is due again after the clock was set back', () => {
  const watcher = createFolderWatcher(testFolder());
  watcher.scanned(9 * HOUR, true);
  expect(watcher.isDue(4 * HOUR)).toBe(true);
  watcher.close();
});

it.each([
  ['/in/done/a.png', '/in/done', posix, true],
  ['/in/done', '/in/done', posix, true],
  ['/in/..a.png', '/in', posix, true],
  ['/in/a.png', '/in/done', posix, false],
  ['C:\\in\\done\\a.png', 'c:\\In\\done', win32, true],
  ['D:\\in\\a.png', 'C:\\in', win32, false],
  ['\\\\nas\\share\\in\\a.png', 'C:\\done', win32, false],
  ['\\\\nas\\share\\in\\a.png', '\\\\nas\\other\\in', win32, false],
])('tells whether the file %s is in the folder %s', (path, folder, system, isIn) => {
  expect(isInside(path, folder, system)).toBe(isIn);
});
