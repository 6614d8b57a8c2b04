import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { openDatabase } from './database.ts';

it('names a folder in place of the library in a message, and changes nothing', async () => {
  const folder = testFolder();
  await mkdir(join(folder, 'library.db', 'inside'), { recursive: true });
  await expect(openDatabase(folder)).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining('but a folder has that name'),
  });
  expect(await readdir(folder)).toEqual(['library.db']);
  expect(await readdir(join(folder, 'library.db'))).toEqual(['inside']);
});
