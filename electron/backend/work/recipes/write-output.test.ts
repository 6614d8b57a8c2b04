import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOutput } from './write-output.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gesso-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  [
    false,
    /into the folder “gesso-output-\w+”\. Check that the folder is there and lets you write/u,
  ],
  [true, /into its own folder\. Check/u],
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
