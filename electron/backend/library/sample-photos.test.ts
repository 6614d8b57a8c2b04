import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import type { PhotoStore } from './photo-store.ts';
import { createSamplePhotos } from './sample-photos.ts';

it('shows a message for a sample whose file is missing', async () => {
  const folder = testFolder();
  const sample = { id: 'fig', file: 'fig.jpg', title: 'Fig', author: 'A', licence: 'CC0' };
  await writeFile(join(folder, 'samples.json'), JSON.stringify([{ ...sample, place: 'video' }]));
  const photos = {} as PhotoStore; // nothing is imported
  const samples = createSamplePhotos(folder, join(folder, 'cache'), photos);
  const client = createRouterClient(samples.procedures);
  expect(await client.samples()).toMatchObject([{ id: 'fig', place: 'video' }]);
  const missing = { kind: 'not-found', message: expect.stringMatching(/^This sample is missing/u) };
  await expect(client.openSample({ sampleId: 'fig' })).rejects.toMatchObject(missing);
  await expect(samples.file('fig')).rejects.toMatchObject(missing);
});
