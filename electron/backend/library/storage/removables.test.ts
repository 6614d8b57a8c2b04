import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNBLENDED } from '../../../../shared/blend/patch-weights.ts';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { photoDraft, recipeOf, saveStep, untilRun } from '../../../testing/recipes.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';

type Ids = { readonly photoId: string; readonly patchId: string };

it.each([
  [
    'blended again',
    (fixture: BackendFixture, ids: Ids) =>
      fixture.client().patchBlend.save({ ...ids, blend: { ...UNBLENDED, opacity: 0.5 } }),
  ],
  [
    'hidden',
    (fixture: BackendFixture, ids: Ids) =>
      fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' }),
  ],
])('a photo counts as only here once a result was %s after saving', async (_how, change) => {
  const { fixture } = await startScriptedBackend();
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.client().photos.open({ photoId });
  await fixture.until((await fixture.client().cleanup.run({ photoId })).jobId);
  const [patch] = (await fixture.client().photos.get({ photoId })).patches;

  const photosToRemove = async () =>
    (await fixture.client().storage.read({})).kinds.find(({ kind }) => kind === 'photos');
  const options = { photoId, format: 'png', quality: 90, lossless: true } as const;
  await fixture.client().export.save(options);
  const request = fixture.saved.at(-1);
  await request?.write(join(fixture.folder, request.suggestedName));
  await fixture.client().export.save(options);
  expect(await photosToRemove()).toMatchObject({ removable: 1, onlyHere: 0 });

  await change(fixture, { photoId, patchId: patch?.id ?? '' });
  expect(await photosToRemove()).toMatchObject({ removable: 0, onlyHere: 1 });
});

it('keeps a photo that a recipe has still to work on', async () => {
  const { fixture } = await startScriptedBackend();
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.client().photos.open({ photoId });
  const runId = await photoDraft(fixture, [photoId]);
  const order = { kind: 'photos', withOnlyHere: true } as const;
  expect(await fixture.client().storage.cleanUp(order)).toEqual({ removed: 0 });
  await fixture.client().recipes.start({ runId, recipe: recipeOf(saveStep()), stored: 'use' });
  await untilRun(fixture, runId);
  expect(await fixture.client().storage.cleanUp(order)).toEqual({ removed: 1 });
});

it('keeps a photo whose clean-up has not ended', async () => {
  const { fixture, service } = await startScriptedBackend({ script: () => undefined });
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.client().photos.open({ photoId });
  const arrived = service.next();
  const { jobId } = await fixture.client().cleanup.run({ photoId });
  const call = await arrived;
  const order = { kind: 'photos', withOnlyHere: true } as const;
  expect(await fixture.client().storage.cleanUp(order)).toEqual({ removed: 0 });
  await call.answer();
  expect((await fixture.until(jobId)).state).toBe('done');
  expect(await fixture.client().storage.cleanUp(order)).toEqual({ removed: 1 });
});

it('counts a photo as only here again once its saved file is gone', async () => {
  const { fixture } = await startScriptedBackend();
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.client().photos.open({ photoId });
  const photosToRemove = async () =>
    (await fixture.client().storage.read({})).kinds.find(({ kind }) => kind === 'photos');
  const options = { photoId, format: 'png', quality: 90, lossless: true } as const;
  await fixture.client().export.save(options);
  const request = fixture.saved.at(-1);
  const path = join(fixture.folder, request?.suggestedName ?? '');
  await request?.write(path);
  await fixture.client().export.save(options);
  expect(await photosToRemove()).toMatchObject({ removable: 1, onlyHere: 0 });

  await rm(path);
  expect(await photosToRemove()).toMatchObject({ removable: 0, onlyHere: 1 });
  expect(await fixture.client().storage.cleanUp({ kind: 'photos', withOnlyHere: false })).toEqual({
    removed: 0,
  });
});
