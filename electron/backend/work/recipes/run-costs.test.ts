/** Counts what each file of a run costs besides its pixels. */
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  recipeOf,
  saveStep,
  untilRun,
} from '../../../testing/recipes.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { answerBody } from '../../../testing/scripted-service.ts';

const RECIPE = recipeOf(
  { kind: 'remove-text', detail: 'full', where: 'whole' },
  { kind: 'crop', turn: 0, mirror: true },
  saveStep(),
);

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend({
    script: ({ image, answerWith }) => answerWith(200, answerBody(image)),
  }));
});
afterEach(() => fixture[Symbol.asyncDispose]());

async function runOn(...seeds: readonly number[]): Promise<string> {
  const folder = join(fixture.folder, 'in');
  const size = { width: 60, height: 40 };
  const paths = await Promise.all(
    seeds.map((seed) => pictureFile(folder, `${seed}.png`, size, seed)),
  );
  const runId = await draftOf(fixture, paths);
  await fixture.client().recipes.start({ runId, recipe: RECIPE, stored: 'ignore' });
  await untilRun(fixture, runId);
  return runId;
}

it('makes the thumbnail of a picture between steps when it is first shown', async () => {
  const runId = await runOn(1);
  const [file] = await filesOf(fixture, runId);
  const { photoId = '', thumbnailUrl = '' } = file?.after ?? {};
  expect(photoId).not.toBe(file?.before?.photoId);
  expect(await fixture.client().photos.get({ photoId })).not.toHaveProperty('thumbnailUrl');
  const shown = await fixture.media(thumbnailUrl);
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 60,
  });
  expect(shown.headers.get('cache-control')).toContain('immutable');
});
