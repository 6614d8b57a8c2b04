import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { isInside } from './scan-folder.ts';

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
