import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import {
  createBackendFixture,
  paintedPhoto,
  SAMPLES_FOLDER,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  recipeOf,
  sameMask,
  saveStep,
  untilRun,
} from '../../../testing/recipes.ts';

let service: Service;
let fixture: BackendFixture;
let asking: ReturnType<typeof setInterval>;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000 });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
  // the usual first wait is for real services
  asking = setInterval(() => fixture.backend().pollNow(), 30);
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

describe('a step that is opened in its screen', () => {
  it('has its initial picture, mask and settings, on a copy of its own', async () => {
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

  it('opens the same copy again as it was left, and a different one for another step', async () => {
    const painted = await paintedPhoto(fixture, { x: 4, y: 6, width: 20, height: 10 });
    const cleanUp = await sameMask(fixture, painted.id);
    const path = join(fixture.folder, 'again.png');
    await writeFile(path, await noisePng(painted.width, painted.height, 78));
    const { runId } = await run([path], cleanUp, UPSCALE);
    const open = (step: number) => client().recipes.openStep({ runId, position: 0, step });
    const first = await open(0);
    const photos = (await client().photos.recent({})).length;
    const mask = async () => {
      const { maskUrl } = await client().photos.get({ photoId: first.photoId });
      return pixelSet(
        decodeMaskTiles(new Uint8Array(await (await fixture.media(maskUrl)).arrayBuffer())),
      );
    };
    await fixture.paint(first.photoId, { x: 50, y: 30, width: 4, height: 4 });
    const left = await mask();
    expect((await open(0)).photoId).toBe(first.photoId);
    expect(await mask()).toEqual(left);
    expect((await open(1)).photoId).not.toBe(first.photoId);
    expect(await client().photos.recent({})).toHaveLength(photos);
    // a copy that was taken out is made anew
    await client().photos.remove({ photoId: first.photoId });
    const second = await open(0);
    expect(second.photoId).not.toBe(first.photoId);
    expect(await client().photos.get({ photoId: second.photoId })).toMatchObject({ patches: [] });
  });

  it(
    'has the boxes around found text, and none when the whole picture was sent',
    { tags: 'second' },
    async () => {
      const found: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'found' };
      const opened = async (step: RecipeStep) => {
        const { runId } = await run([join(SAMPLES_FOLDER, 'postcard.jpg')], step);
        return await client().recipes.openStep({ runId, position: 0, step: 0 });
      };
      const { photoId, hasBoxes } = await opened(found);
      expect(hasBoxes).toBe(true);
      const [box, ...others] = await client().removeText.boxes({ photoId });
      expect(others).toEqual([]);
      // “Greetings from the mountains”, low in the middle
      expect(box?.x).toBeGreaterThan(400);
      expect(box?.y).toBeGreaterThan(650);
      expect(box?.width).toBeLessThan(700);
      const whole = await opened({ ...found, where: 'whole' });
      expect(whole.hasBoxes).toBe(false);
      expect(await client().removeText.boxes({ photoId: whole.photoId })).toEqual([]);
    },
  );

  it('has the margin and colours of a clean-up for its copy alone', async () => {
    const painted = await paintedPhoto(fixture, { x: 4, y: 6, width: 20, height: 10 });
    const cleanUp = await sameMask(fixture, painted.id);
    if (cleanUp.kind !== 'clean-up') throw new Error('no clean-up');
    const { margin, matchColors } = await client().settings.get();
    const step = { ...cleanUp, margin: margin + 9, matchColors: !matchColors };
    const path = join(fixture.folder, 'edge.png');
    await writeFile(path, await noisePng(painted.width, painted.height, 79));
    const { runId } = await run([path], step);
    const { photoId } = await client().recipes.openStep({ runId, position: 0, step: 0 });
    expect(await client().settings.get()).toMatchObject({ margin, matchColors });
    expect(await client().cleanup.edge({ photoId })).toEqual({
      margin: margin + 9,
      matchColors: !matchColors,
    });
    expect(await client().cleanup.edge({ photoId: painted.id })).toBeNull();
    const made = async () => {
      const { jobId } = await client().cleanup.run({ photoId });
      await fixture.until(jobId, 'done');
      const { patch } = await client().photos.resultOf({ photoId, jobId });
      return patch?.parameters;
    };
    expect(await made()).toMatchObject({ margin: margin + 9, matchColors: !matchColors });
    await client().cleanup.putEdge({ photoId, edge: null });
    expect(await client().cleanup.edge({ photoId })).toBeNull();
    await fixture.paint(photoId, { x: 4, y: 6, width: 20, height: 10 });
    expect(await made()).toMatchObject({ margin, matchColors });
  });

  it('shows a blend as the previous picture with the changed one over it at its strength', async () => {
    const size = { width: 60, height: 40 };
    const path = await pictureFile(fixture.folder, 'blended.png', size, 80);
    const mirror: RecipeStep = { kind: 'crop', turn: 0, mirror: true };
    const blend: RecipeStep = { kind: 'mix', strength: 0.4, matchColors: false };
    const { runId, file } = await run([path], mirror, blend);
    const opened = await client().recipes.openStep({ runId, position: 0, step: 1 });
    const photo = await client().photos.get({ photoId: opened.photoId });
    const samplesOf = async (url: string) =>
      (await storedSamples(Buffer.from(await (await fixture.media(url)).arrayBuffer()))).data;
    const first = await storedSamples(await noisePng(size.width, size.height, 80));
    expect((await samplesOf(photo.url)).equals(first.data)).toBe(true);
    expect(photo.patches).toMatchObject([
      { jobId: opened.jobId, operation: 'recipe', state: 'applied', blend: { opacity: 0.4 } },
    ]);
    // as it looks it is what the step has made
    const looks = await client().photos.asItLooks({ photoId: photo.id, purpose: 'picture' });
    const made = await client().photos.get({ photoId: file.after?.photoId ?? '' });
    const [shown, blended] = [await samplesOf(looks.url), await samplesOf(made.url)];
    const apart = shown.map((value, index) => Math.abs(value - (blended[index] ?? 0)));
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    expect((await client().recipes.openStep({ runId, position: 0, step: 1 })).photoId).toBe(
      opened.photoId,
    );
    const [patch] = photo.patches;
    const again = client().cleanup.runPatchAgain({ photoId: photo.id, patchId: patch?.id ?? '' });
    await expect(again).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
  });

  it('says so when it has not begun', async () => {
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
