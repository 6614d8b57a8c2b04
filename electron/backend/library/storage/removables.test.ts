import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { UNBLENDED } from '../../../../shared/blend/patch-weights.ts';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { photoDraft, recipeOf, saveStep, untilRun } from '../../../testing/recipes.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import type { ScriptedService } from '../../../testing/scripted-service.ts';

type Ids = { readonly photoId: string; readonly patchId: string };

let service: ScriptedService;
let fixture: BackendFixture;
let photoId: string;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
  photoId = (await paintedPhoto(fixture)).id;
  await fixture.client().photos.open({ photoId });
});

const photosToRemove = async () =>
  (await fixture.client().storage.read({})).kinds.find(({ kind }) => kind === 'photos');
const cleanUpPhotos = (withOnlyHere = true) =>
  fixture.client().storage.cleanUp({ kind: 'photos', withOnlyHere });

/** @returns where the photo is saved too */
async function savePhoto(): Promise<string> {
  const options = { photoId, format: 'png', quality: 90, lossless: true } as const;
  await fixture.client().export.save(options);
  const request = fixture.saved.at(-1);
  const path = join(fixture.folder, request?.suggestedName ?? '');
  await request?.write(path);
  await fixture.client().export.save(options);
  expect(await photosToRemove()).toMatchObject({ removable: 1, onlyHere: 0 });
  return path;
}

it.each([
  [
    'blended again',
    (ids: Ids) =>
      fixture.client().patchBlend.save({ ...ids, blend: { ...UNBLENDED, opacity: 0.5 } }),
  ],
  [
    'hidden',
    (ids: Ids) => fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' }),
  ],
])('a photo counts as only here once a result was %s after saving', async (_how, change) => {
  await fixture.cleanUp(photoId);
  const [patch] = (await fixture.client().photos.get({ photoId })).patches;
  await savePhoto();
  await change({ photoId, patchId: patch?.id ?? '' });
  expect(await photosToRemove()).toMatchObject({ removable: 0, onlyHere: 1 });
});

it('keeps a photo that a recipe has still to work on', async () => {
  const runId = await photoDraft(fixture, [photoId]);
  expect(await cleanUpPhotos()).toEqual({ removed: 0 });
  await fixture.client().recipes.start({ runId, recipe: recipeOf(saveStep()), stored: 'use' });
  await untilRun(fixture, runId);
  expect(await cleanUpPhotos()).toEqual({ removed: 1 });
});

it('keeps a photo whose clean-up has not ended', async () => {
  service.play(() => undefined);
  const arrived = service.next();
  const { jobId } = await fixture.client().cleanup.run({ photoId });
  const call = await arrived;
  expect(await cleanUpPhotos()).toEqual({ removed: 0 });
  await call.answer();
  expect((await fixture.until(jobId)).state).toBe('done');
  expect(await cleanUpPhotos()).toEqual({ removed: 1 });
});

it('counts a photo as only here again once its saved file is gone', async () => {
  await rm(await savePhoto());
  expect(await photosToRemove()).toMatchObject({ removable: 0, onlyHere: 1 });
  expect(await cleanUpPhotos(false)).toEqual({ removed: 0 });
});
