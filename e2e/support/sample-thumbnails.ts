/** Thumbnails of the samples, made once per test process and copied into every new library. */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createSamplePhotos } from '../../electron/backend/library/sample-photos.ts';
import { PROJECT } from './host-process.ts';

/** Makes all thumbnails in a folder, like a library that is first opened. */
export async function makeThumbnails(folder: string): Promise<void> {
  const samples = createSamplePhotos(join(PROJECT, 'assets', 'samples'), folder, {
    import: () => Promise.reject(new Error('No photo is opened here.')),
  });
  const client = createRouterClient(samples.procedures);
  for (const { id } of await client.samples()) await samples.thumbnail(id);
}

/** Copies the thumbnails to where a new library will look for them. */
export async function lendThumbnails(folder: string, dataFolder: string): Promise<void> {
  await mkdir(join(dataFolder, 'cache'), { recursive: true, mode: 0o700 });
  await cp(folder, join(dataFolder, 'cache'), { recursive: true });
}
