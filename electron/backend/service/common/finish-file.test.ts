import { existsSync } from 'node:fs';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { syncFolder, takeFreeName } from './finish-file.ts';

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

let part = '';
let path = '';

beforeEach(async () => {
  const folder = testFolder();
  part = join(folder, '.part');
  path = join(folder, 'dogs.png');
  await writeFile(part, 'picture');
});

it.each(['EISDIR', 'EPERM', 'ENOTSUP'])(
  'takes a free name, and no other, on a disk without hard links (%s)',
  async (code) => {
    const card = { link: failing(code), rename };
    expect(await takeFreeName(part, path, card)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('picture');

    await writeFile(part, 'another');
    expect(await takeFreeName(part, path, card)).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('picture');
  },
);

it('leaves no empty file under a name that it could not fill', async () => {
  const card = { link: failing('EPERM'), rename: failing('EBUSY') };
  await expect(takeFreeName(part, path, card)).rejects.toThrow('EBUSY');
  expect(existsSync(path)).toBe(false);
});

it('needs no sync of a folder that may be written but not read', async () => {
  await chmod(dirname(part), 0o300);
  await syncFolder(dirname(part));
  await chmod(dirname(part), 0o700);
});

it.runIf(process.platform === 'linux')('works on a disk that syncs no folders', async () => {
  await syncFolder('/proc');
});
