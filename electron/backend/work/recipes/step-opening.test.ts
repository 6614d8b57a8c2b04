import { describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { paintedPhoto } from '../../../testing/backend-fixture.ts';
import { paintedIn, pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import { pictureFile, runOn, sameMask } from '../../../testing/recipes.ts';
import { startPracticeBench } from '../testing/practice-bench.ts';

const bench = await startPracticeBench({ isHurried: true });
const { fixture } = bench;

const client = () => fixture.client();

const RECT = { x: 4, y: 6, width: 20, height: 10 };
const SIZE = { width: 120, height: 90 };
const UPSCALE: RecipeStep = {
  kind: 'upscale',
  parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
};

async function run(paths: readonly string[], ...steps: readonly RecipeStep[]) {
  const {
    runId,
    files: [file],
  } = await runOn(fixture, paths, ...steps);
  if (file === undefined) throw new Error('The run has no file.');
  return { runId, file };
}

/** A clean-up with the painted mask of a photo. */
async function cleanUpStep() {
  const painted = await paintedPhoto(fixture, RECT, SIZE);
  const step = await sameMask(fixture, painted.id);
  if (step.kind !== 'clean-up') throw new Error('It is no clean-up.');
  return { paintedId: painted.id, step };
}

async function maskOf(photoId: string) {
  const { maskUrl } = await client().photos.get({ photoId });
  return await paintedIn(await fixture.media(maskUrl));
}

const samplesOf = async (url: string) => (await storedSamples(await fixture.bytes(url))).data;

describe('a step that is opened in its screen', () => {
  it('has its initial picture, mask and settings, on a copy of its own', async () => {
    const { step: cleanUp } = await cleanUpStep();
    const path = await pictureFile(fixture.folder, 'plain.png', SIZE, 77);
    const { runId, file } = await run([path], cleanUp, cleanUp, UPSCALE);
    const { photoId, step } = await client().recipes.openStep({ runId, position: 0, step: 1 });
    expect(step).toEqual(cleanUp);
    const photo = await client().photos.get({ photoId });
    // what the step before has filled is in its pixels, and nothing lies on it
    expect(photo).toMatchObject({ name: file.name, ...SIZE, patches: [] });
    const cameIn = (await storedSamples(await noisePng(SIZE.width, SIZE.height, 77))).data;
    expect((await samplesOf(photo.url)).equals(cameIn)).toBe(false);
    expect(await maskOf(photoId)).toEqual(pixelSet(tilesOf(RECT)));
    // the first step began with the file itself
    const first = await client().recipes.openStep({ runId, position: 0, step: 0 });
    const { url } = await client().photos.get({ photoId: first.photoId });
    expect((await samplesOf(url)).equals(cameIn)).toBe(true);
    // a copy outlives the run; one for a form is no photo of the Studio's list
    const enlarged = await client().recipes.openStep({ runId, position: 0, step: 2 });
    await client().recipes.removeRun({ runId });
    expect(await client().photos.get({ photoId: enlarged.photoId })).toMatchObject(SIZE);
    const recent = (await client().photos.recent({})).map(({ id }) => id);
    expect(recent).toContain(photoId);
    expect(recent).not.toContain(enlarged.photoId);
  });

  it('opens the same copy again as it was left, and a different one for another step', async () => {
    const { step } = await cleanUpStep();
    const path = await pictureFile(fixture.folder, 'again.png', SIZE, 78);
    const { runId } = await run([path], step, UPSCALE);
    const open = (index: number) => client().recipes.openStep({ runId, position: 0, step: index });
    const { photoId } = await open(0);
    const photos = (await client().photos.recent({})).length;
    await fixture.paint(photoId, { x: 50, y: 30, width: 4, height: 4 });
    const left = await maskOf(photoId);
    expect((await open(0)).photoId).toBe(photoId);
    expect(await maskOf(photoId)).toEqual(left);
    expect((await open(1)).photoId).not.toBe(photoId);
    expect(await client().photos.recent({})).toHaveLength(photos);
    // a copy that was taken out is made anew
    await client().photos.remove({ photoId });
    const second = await open(0);
    expect(second.photoId).not.toBe(photoId);
    expect(await client().photos.get({ photoId: second.photoId })).toMatchObject({ patches: [] });
  });

  it('has the margin and colours of a clean-up for its copy alone', async () => {
    const { step: cleanUp, paintedId } = await cleanUpStep();
    const { margin, matchColors } = await client().settings.get();
    const edge = { margin: margin + 9, matchColors: !matchColors };
    const path = await pictureFile(fixture.folder, 'edge.png', SIZE, 79);
    const { runId } = await run([path], { ...cleanUp, ...edge });
    const { photoId } = await client().recipes.openStep({ runId, position: 0, step: 0 });
    expect(await client().settings.get()).toMatchObject({ margin, matchColors });
    expect(await client().cleanup.edge({ photoId })).toEqual(edge);
    expect(await client().cleanup.edge({ photoId: paintedId })).toBeNull();
    const made = async () => {
      const { jobId } = await client().cleanup.run({ photoId });
      await fixture.until(jobId, 'done');
      const { patch } = await client().photos.resultOf({ photoId, jobId });
      return patch?.parameters;
    };
    expect(await made()).toMatchObject(edge);
    await client().cleanup.putEdge({ photoId, edge: null });
    expect(await client().cleanup.edge({ photoId })).toBeNull();
    await fixture.paint(photoId, RECT);
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
});
