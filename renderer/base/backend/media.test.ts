import { afterEach, expect, it, vi } from 'vitest';
import { MAX_PICTURE_FILE_BYTES } from '../../../shared/files/file-size.ts';
import { importPicture } from './media.ts';

afterEach(() => void vi.unstubAllGlobals());

function fileOf(byteLength: number): File {
  const file = new File([], 'scan.tif');
  Object.defineProperty(file, 'size', { value: byteLength });
  return file;
}

it('a file over 1 GB is refused by its size, and not a byte of it leaves the window', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  await expect(importPicture(fileOf(MAX_PICTURE_FILE_BYTES + 1))).rejects.toMatchObject({
    kind: 'too-large',
    message: '“scan.tif” is larger than 1 GB. Gesso can’t open files of this size.',
  });
  expect(fetched).not.toHaveBeenCalled();
});

it('a file of exactly 1 GB is sent', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetched);
  await importPicture(fileOf(MAX_PICTURE_FILE_BYTES)).catch(() => undefined); // no photo in answer
  expect(fetched).toHaveBeenCalledOnce();
});
