import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

it('a folder in the place of the library is named in a sentence, and nothing is changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gesso-folder-'));
  await mkdir(join(folder, 'library.db', 'inside'), { recursive: true });
  await expect(openDatabase(folder)).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining('but a folder has that name'),
  });
  expect(await readdir(folder)).toEqual(['library.db']);
  expect(await readdir(join(folder, 'library.db'))).toEqual(['inside']);
  await rm(folder, { recursive: true });
});
