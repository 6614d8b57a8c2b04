/** A step of a run for its screen, against the practice service. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../shared/contract/recipes.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { noisePng, storedSamples } from '../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../testing/practice-service.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  recipeOf,
  sameMask,
  saveStep,
  untilRun,
} from '../../testing/recipes.ts';

let service: Service;
let fixture: BackendFixture;
let asking: ReturnType<typeof setInterval>;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000 });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
  // the usual first wait is for real services
  asking = setInterval(() => fixture.backend().lookNow(), 30);
});
afterAll(async () => {
  clearInterval(asking);
  await fixture[Symbol.asyncDispose]();
  await service.server.close();
});

const client = () => fixture.client();

const TURN: RecipeStep = { kind: 'crop', turn: 90, mirror: false };
const UPSCALE: RecipeStep = {
  kind: 'upscale',
  parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
};

async function run(paths: readonly string[], ...steps: readonly RecipeStep[]) {
  const runId = await draftOf(fixture, paths);
  await client().recipes.start({ runId, recipe: recipeOf(...steps), stored: 'ignore' });
  await untilRun(fixture, runId, ({ state }) => state === 'done' || state === 'paused');
  const [file] = await filesOf(fixture, runId);
  if (file === undefined) throw new Error('The run has no file.');
  return { runId, file };
}

describe('a step for its screen', () => {
  it('is the picture, mask and settings with which it began, on a copy of its own', async () => {
    const painted = await paintedPhoto(fixture, { x: 4, y: 6, width: 20, height: 10 });
    const cleanUp = await sameMask(fixture, painted.id);
    const size = { width: painted.width, height: painted.height };
    const path = join(fixture.folder, 'plain.png');
    await writeFile(path, await noisePng(size.width, size.height, 77));
    const { runId, file } = await run([path], cleanUp, cleanUp, UPSCALE);
    const { photoId, step } = await client().recipes.openStep({ runId, position: 0, step: 1 });
    expect(step).toEqual(cleanUp);
    const photo = await client().photos.get({ photoId });
    // what the step before has filled is in its pixels, and nothing lies on it
    expect(photo).toMatchObject({ name: file.name, ...size, patches: [] });
    const asItWas = await storedSamples(
      Buffer.from(await (await fixture.media(photo.url)).arrayBuffer()),
    );
    const cameIn = await storedSamples(await noisePng(size.width, size.height, 77));
    expect(asItWas.data.equals(cameIn.data)).toBe(false);
    const mask = await fixture.media(photo.maskUrl);
    const tiles = decodeMaskTiles(new Uint8Array(await mask.arrayBuffer()));
    expect(pixelSet(tiles)).toEqual(pixelSet(tilesOf({ x: 4, y: 6, width: 20, height: 10 })));
    // the first step began with the file itself
    const first = await client().recipes.openStep({ runId, position: 0, step: 0 });
    const came = await client().photos.get({ photoId: first.photoId });
    const same = await storedSamples(
      Buffer.from(await (await fixture.media(came.url)).arrayBuffer()),
    );
    expect(same.data.equals(cameIn.data)).toBe(true);
    // a copy outlives the run; one for a form is no photo of the Studio's list
    const enlarged = await client().recipes.openStep({ runId, position: 0, step: 2 });
    await client().recipes.removeRun({ runId });
    expect(await client().photos.get({ photoId: enlarged.photoId })).toMatchObject(size);
    const recent = (await client().photos.recent({})).map(({ id }) => id);
    expect(recent).toContain(photoId);
    expect(recent).not.toContain(enlarged.photoId);
  });

  it('that has not begun says so', async () => {
    const save = saveStep({ when: 'accepted' });
    const path = await pictureFile(fixture.folder, 'b.png', { width: 60, height: 40 });
    const runId = await draftOf(fixture, [path]);
    await client().recipes.start({ runId, recipe: recipeOf(save, TURN), stored: 'ignore' });
    await untilRun(fixture, runId, ({ states }) => states['to-judge'] === 1);
    const opening = client().recipes.openStep({ runId, position: 0, step: 1 });
    await expect(opening).rejects.toMatchObject({ data: { kind: 'not-found' } });
    const waiting = await client().recipes.openStep({ runId, position: 0, step: 0 });
    expect(waiting.step).toEqual(save);
  });
});
