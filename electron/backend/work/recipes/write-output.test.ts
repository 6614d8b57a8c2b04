import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import { writeOutput } from './write-output.ts';

const folder = testFolder();

it.each([
  [
    false,
    `into the folder “${basename(folder)}”. Check that the folder is there and lets you write`,
  ],
  [true, 'into its own folder. Check'],
])(
  'names the folder of a file that cannot be written, and no file to select (kept: %s)',
  async (isKept, sentence) => {
    const writing = writeOutput({
      folder,
      isKept,
      name: 'a.png',
      key: '1',
      before: undefined,
      write: () => Promise.reject(Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' })),
      note: () => undefined,
      end: () => undefined,
    });
    await expect(writing).rejects.toMatchObject({ kind: 'storage', action: 'retry' });
    await expect(writing).rejects.toThrow(sentence);
    await expect(writing).rejects.not.toThrow(/Select another/u);
    expect(await readdir(folder)).toEqual([]);
  },
);
