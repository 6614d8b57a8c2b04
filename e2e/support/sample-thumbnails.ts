/** Small pictures of the samples: made once a test process, and lent to every new library. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSamplePhotos } from '../../electron/backend/library/sample-photos.ts';
import { PROJECT } from './host-process.ts';

/** Makes all of them in a folder, as a library does when its first page is shown. */
export async function makeThumbnails(folder: string): Promise<void> {
  const samples = createSamplePhotos(join(PROJECT, 'assets', 'samples'), folder, {
    import: () => Promise.reject(new Error('No photo is opened here.')),
  });
  for (const { id } of await samples.list()) await samples.thumbnail(id);
}

/** Puts them where a library that is not there yet will look for them. */
export async function lendThumbnails(folder: string, dataFolder: string): Promise<void> {
  await mkdir(join(dataFolder, 'cache'), { recursive: true, mode: 0o700 });
  await cp(folder, join(dataFolder, 'cache'), { recursive: true });
}
