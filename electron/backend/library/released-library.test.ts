/** Opens a library that version 1.0.0 has written. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';
import { testFolder } from '../../testing/test-folder.ts';

const LIBRARY = join(import.meta.dirname, 'testing', 'library-1.0.0.zip');

let folder = '';
let service: ScriptedService;
beforeEach(async () => {
  folder = testFolder();
  service = await startScriptedService();
});

it('opens a library of version 1.0.0 with its photos, results, runs, texts and settings', async () => {
  const dataFolder = join(folder, 'data');
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(LIBRARY)))) {
    const path = join(dataFolder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  await using fixture = await createBackendFixture({ dataFolder, service });
  const client = fixture.client();

  const photos = await client.photos.recent();
  expect(photos.map(({ name }) => name).sort()).toEqual([
    'Großmutter’s “cat” 🐈.png',
    'three.png',
    'two.png',
  ]);
  const cat = photos.find(({ name }) => name.startsWith('Gro'));
  const photo = await client.photos.get({ photoId: cat?.id ?? '' });
  expect(photo.patches.map(({ operation, state }) => [operation, state])).toEqual([
    ['cleanup', 'hidden'],
    ['cleanup', 'applied'],
  ]);
  for (const { url, thumbnailUrl, maskUrl } of photo.patches) {
    for (const address of [url, thumbnailUrl, maskUrl]) {
      expect((await fixture.media(address)).status, address).toBe(200);
    }
  }
  expect((await fixture.mask(photo.id)).length).toBeGreaterThan(0); // painted, and not sent yet

  const jobs = await client.jobs.list({ limit: 100 });
  expect(jobs.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    'cleanup done',
    'cleanup done',
    'cleanup done',
    'remove-text done',
    'remove-text done',
    'upscale done',
    'video done',
  ]);
  expect(jobs.flatMap(({ price }) => price ?? [])).toEqual([250]); // of an account
  for (const output of jobs.flatMap(({ outputs }) => outputs)) {
    expect((await fixture.media(output.url)).status).toBe(200);
  }
  const clip = jobs.find(({ kind }) => kind === 'video');
  expect(clip?.outputs[0]?.clip?.frameCount).toBeGreaterThan(1);

  // its batch is a run of a recipe of one step
  const runs = await client.recipes.runs();
  expect(runs.map(({ state }) => state)).toEqual(['done']);
  const own = (await client.recipes.list()).filter(({ isBuiltIn }) => !isBuiltIn);
  expect(own.map(({ name, steps }) => [name, steps.length])).toEqual([['Two steps', 1]]);

  const { entries } = await client.conversations.list({ limit: 10 });
  expect(entries.map(({ title }) => title)).toEqual(['Names for a café']);
  const { messages } = await client.conversations.path({
    conversationId: entries[0]?.id ?? '',
    limit: 10,
  });
  expect(messages.map(({ role, text }) => [role, text.length > 0])).toEqual([
    ['user', true],
    ['assistant', true],
  ]);
  const documents = await client.documents.list({ limit: 10 });
  expect(documents.entries.map(({ name }) => name)).toEqual(['Notes “1”']);

  expect(await client.settings.get()).toMatchObject({
    appearance: 'light',
    maskColor: '#00ff00',
    exportName: '{name}-clean',
  });
  expect((await client.screenState.get()).arePanelsShown).toBe(false);
  expect(service.postCount()).toBe(0); // nothing is sent again
});
