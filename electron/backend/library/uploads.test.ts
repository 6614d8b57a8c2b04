import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import type { ReadingSource } from '../service/common/reading/messages.ts';
import { openUploads } from './uploads.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

async function* bytesOf(text: string) {
  yield await Promise.resolve(Buffer.from(text));
}
const left = () => readdir(join(folder, 'uploads'));

it('runs one task with its file, which is deleted afterwards, even after an error', async () => {
  const uploads = await openUploads(folder);
  const read = async (source: ReadingSource) =>
    'path' in source ? await readFile(source.path, 'utf8') : 'bytes';
  const uploadId = await uploads.take(bytesOf('Hello'));
  expect(await uploads.during({ uploadId }, read)).toBe('Hello');
  expect(await left()).toEqual([]);
  await expect(uploads.during({ uploadId }, read)).rejects.toMatchObject({ kind: 'not-found' });

  const second = await uploads.take(bytesOf('Hello'));
  const broken = () => Promise.reject(new Error('broken'));
  await expect(uploads.during({ uploadId: second }, broken)).rejects.toThrow('broken');
  expect(await left()).toEqual([]);
});

it('removes files of an earlier run, and accepts no name as an id (S8)', async () => {
  await (await openUploads(folder)).take(bytesOf('Left'));
  const uploads = await openUploads(folder);
  expect(await left()).toEqual([]);
  await expect(uploads.bytesOf({ uploadId: '../library.db' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});
