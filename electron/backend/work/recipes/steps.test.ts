import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type {
  RecipeFile,
  RecipeRun,
  RecipeStep,
  StepOf,
} from '../../../../shared/contract/recipes.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { maskBounds } from '../../../../shared/geometry/mask-bounds.ts';
import { SAMPLES_FOLDER, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noise, noisePng, pngOf, storedSamples } from '../../../testing/pictures.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  planOf,
  recipeOf,
  runOn,
  saveStep,
  startRun,
  untilRun,
} from '../../../testing/recipes.ts';
import { startPracticeBench } from '../testing/practice-bench.ts';

const bench = await startPracticeBench({ isHurried: true });
const { fixture } = bench;
const client = () => fixture.client();
const inputs = () => join(fixture.folder, 'in');
await mkdir(inputs());

const RAW = { raw: { width: 64, height: 48, channels: 3 } } as const;

const CROP: StepOf<'crop'> = { kind: 'crop', turn: 0, mirror: false };
const UPSCALE: StepOf<'upscale'> = {
  kind: 'upscale',
  parameters: { upscaler: 'Lanczos', size: { mode: 'factor', factor: 2 } },
};

const run = (paths: readonly string[], ...steps: readonly RecipeStep[]) =>
  runOn(fixture, paths, ...steps);

const saved = (file: RecipeFile | undefined, step = -1): Promise<Buffer> =>
  fixture.bytes(file?.steps.at(step)?.saved?.url);

async function resultOf(file: RecipeFile | undefined, step: number): Promise<Buffer> {
  const [jobId = ''] = file?.steps[step]?.jobIds ?? [];
  return await fixture.bytes((await fixture.job(jobId)).outputs[0]?.url);
}

const states = (file: RecipeFile | undefined) => file?.steps.map(({ state }) => state);

/** What the results on the file's picture have changed. */
async function cleanedBounds(file: RecipeFile | undefined) {
  const photo = await client().photos.get({ photoId: file?.after?.photoId ?? '' });
  return maskBounds(decodeMaskTiles(new Uint8Array(await fixture.bytes(photo.cleanedUrl))));
}

describe('the crop step', () => {
  it('cuts to a shape at its anchor, and keeps 16 bits', async () => {
    const path = join(inputs(), 'deep.png');
    const samples = noise(60, 20, 3, 16);
    await writeFile(path, await pngOf(samples, 60, 20, 3));
    const cut = { by: 'shape', width: 1, height: 1, anchor: 'right' } as const;
    const { files } = await run([path], { ...CROP, cut }, saveStep());
    const picture = await saved(files[0]);
    expect(await sharp(picture).metadata()).toMatchObject({
      width: 20,
      height: 20,
      depth: 'ushort',
    });
    const { data } = await sharp(picture)
      .toColourspace('rgb16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
    const expected = [0, 1, 2].map((channel) => samples[(7 * 60 + 40 + 5) * 3 + channel]);
    expect([...pixels.subarray((7 * 20 + 5) * 3, (7 * 20 + 5) * 3 + 3)]).toEqual(expected);
  });

  it('skips a picture with fewer pixels than requested, before and during the run', async () => {
    const path = await pictureFile(inputs(), 'small.png', { width: 30, height: 30 });
    const large = await pictureFile(inputs(), 'large.png', { width: 50, height: 50 });
    const cut = { by: 'pixels', width: 40, height: 20, anchor: 'bottom' } as const;
    const runId = await draftOf(fixture, [path, large]);
    const plan = await planOf(fixture, runId, recipeOf({ ...CROP, cut }));
    expect(plan).toMatchObject({ taking: 1, leftOutCount: 1 });
    expect(plan.leftOut[0]?.reason).toMatch(/30 × 30.*smaller than the crop \(40 × 20\)/u);
    const { files } = await run([large], { ...CROP, cut }, saveStep());
    const { data } = await storedSamples(await saved(files[0]));
    const source = sharp(large).extract({ left: 5, top: 30, width: 40, height: 20 });
    expect(data.equals(await source.raw().toBuffer())).toBe(true);
  });
});

describe('the upscale step', () => {
  it('passes the enlarged picture to the next step', async () => {
    const path = await pictureFile(inputs(), 'grow.png', { width: 40, height: 32 });
    const runId = await draftOf(fixture, [path]);
    const steps = [UPSCALE, { ...CROP, mirror: true }, saveStep()] as const;
    expect(await planOf(fixture, runId, recipeOf(...steps))).toMatchObject({
      calls: 1,
      pixels: 40 * 32,
      isPractice: true,
    });
    const [planned] = await filesOf(fixture, runId);
    expect(planned?.plan).toMatchObject({ width: 80, height: 64 });
    const { files } = await run([path], ...steps);
    expect(states(files[0])).toEqual(['done', 'done', 'done']);
    const picture = sharp(await saved(files[0]));
    expect(await picture.metadata()).toMatchObject({ width: 80, height: 64 });
    const mirrored = sharp(await resultOf(files[0], 0)).flop();
    const pixels = (of: Sharp) => of.removeAlpha().raw().toBuffer();
    expect((await pixels(picture)).equals(await pixels(mirrored))).toBe(true);
  });
});

describe('the clean-up step', () => {
  async function maskOn(rect: Parameters<BackendFixture['paint']>[1], seed: number) {
    const photo = await fixture.importPhoto(await noisePng(120, 90, seed), `mask ${seed}.png`);
    await fixture.paint(photo.id, rect);
    return (await client().recipes.keepMask({ photoId: photo.id })).maskId;
  }
  const step = (mask: StepOf<'clean-up'>['mask']): RecipeStep => ({
    kind: 'clean-up',
    mask,
    margin: 0,
    matchColors: false,
  });

  it('fills a stored mask, scaled to pictures of its shape, and skips others', async () => {
    const maskId = await maskOn({ x: 40, y: 30, width: 20, height: 10 }, 31);
    const paths = [
      await pictureFile(inputs(), 'twice.png', { width: 240, height: 180 }, 32),
      await pictureFile(inputs(), 'tall.png', { width: 90, height: 120 }, 33),
    ];
    const scaled = step({ from: 'kept', maskId, placement: 'scale' });
    const { files } = await run(paths, scaled);
    const [twice, tall] = files;
    expect(states(twice)).toEqual(['done']);
    expect(await cleanedBounds(twice)).toEqual({ x: 80, y: 60, width: 40, height: 20 });
    expect(tall).toMatchObject({ state: 'left-out' });
    expect(tall?.error?.message).toMatch(/shape of the mask/u);
  });

  it('places a stored mask in a corner at its own size', async () => {
    const maskId = await maskOn({ x: 100, y: 70, width: 10, height: 10 }, 34);
    const path = await pictureFile(inputs(), 'corner.png', { width: 200, height: 300 }, 35);
    const { files } = await run([path], step({ from: 'kept', maskId, placement: 'bottom-right' }));
    expect(await cleanedBounds(files[0])).toEqual({ x: 180, y: 280, width: 10, height: 10 });
  });

  it('fills found objects, and skips a picture without any', async () => {
    const { files } = await run(await plainAndText('fill'), step({ from: 'text' }));
    expect(files.map(states)).toEqual([['skipped'], ['done']]);
    expect(files[0]?.steps[0]?.note).toMatch(/No text found/u);
    const bounds = await cleanedBounds(files[1]);
    expect(bounds.y).toBeGreaterThan(150);
    expect(bounds.y + bounds.height).toBeLessThan(350);
  });
});

/** A picture of one colour, and a page with a line of large letters in its middle. */
async function plainAndText(name: string): Promise<readonly string[]> {
  const paths = ['plain', 'text'].map((kind) => join(inputs(), `${name} ${kind}.png`));
  const grey = { width: 300, height: 200, channels: 3, background: '#777777' } as const;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500">
    <rect width="900" height="500" fill="#ddd"/>
    <text x="80" y="270" font-size="80" font-family="sans-serif" fill="#111">GRAND OPENING</text></svg>`;
  await sharp({ create: grey })
    .png()
    .toFile(paths[0] ?? '');
  await sharp(Buffer.from(svg))
    .png()
    .toFile(paths[1] ?? '');
  return paths;
}

describe('the remove-text step', () => {
  it('sends only pictures in which text is found', async () => {
    const paths = await plainAndText('remove');
    const step: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'found' };
    const runId = await draftOf(fixture, paths);
    const plan = await planOf(fixture, runId, recipeOf(step));
    expect(plan).toMatchObject({ taking: 2, calls: 1, isEstimate: true });
    const trial = [step, saveStep({ when: 'accepted' })];
    const tryId = await startRun(fixture, paths, trial, { first: 1 });
    const tried = await untilRun(fixture, tryId, ({ state }) => state === 'tried');
    expect(tried.calls, 'none is expected of the one that ended without').toBe(1);
    const accepted = { selection: { positions: [0] }, judgement: 'accepted' } as const;
    await client().recipes.judge({ runId: tryId, ...accepted });
    const { calls } = await client().recipes.run({ runId: tryId });
    expect(calls, 'nor while it is written').toBe(1);
    const { files } = await run(paths, step);
    expect(files.map(states)).toEqual([['skipped'], ['done']]);
  });
});

describe('the blend step', () => {
  it('blends the picture before the last change in, in part', async () => {
    const path = await pictureFile(inputs(), 'half.png', { width: 31, height: 17 }, 41);
    const blend: RecipeStep = { kind: 'mix', strength: 0.5, matchColors: false };
    const { files } = await run([path], { ...CROP, mirror: true }, blend, saveStep());
    const { data } = await storedSamples(await saved(files[0]));
    const before = (await storedSamples(path)).data;
    const after = await sharp(path).flop().raw().toBuffer();
    const expected = before.map((value, index) =>
      Math.round(0.5 * value + 0.5 * (after[index] ?? 0)),
    );
    expect(data.equals(Buffer.from(expected))).toBe(true);
  });
});

describe('the merge-face and clip steps', () => {
  it('put a stored face into each picture, and make a clip of it', async () => {
    const bytes = await readFile(join(SAMPLES_FOLDER, 'astronaut.jpg'));
    const face = await fixture.importPhoto(bytes, 'face.jpg');
    const { faceId } = await client().recipes.keepFace({ photoId: face.id });
    const large = await pictureFile(inputs(), 'large head.png', { width: 2100, height: 60 }, 52);
    const path = join(inputs(), 'head.png');
    await sharp(bytes).flop().png().toFile(path);
    const merge: RecipeStep = { kind: 'merge-face', faceId, responseType: 'png' };
    const clip: RecipeStep = {
      kind: 'clip',
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20 },
      isFile: true,
    };
    const { files } = await run([path, large], merge, clip, saveStep());
    expect(states(files[0])).toEqual(['done', 'done', 'done']);
    // the clip is a file of the run as well, byte for byte
    const file = files[0]?.steps[1]?.saved;
    expect(file?.name).toMatch(/^head_.*\.mp4$/u);
    expect((await fixture.bytes(file?.url)).equals(await resultOf(files[0], 1))).toBe(true);
    const expected = await storedSamples(await resultOf(files[0], 0));
    const { data } = await storedSamples(await saved(files[0]));
    expect(data.equals(expected.data)).toBe(true);
    expect(files[1]).toMatchObject({ state: 'left-out', error: { kind: 'too-large' } });
  });
});

describe('conditions of a step', () => {
  it('skip a step, and give the reason', async () => {
    const path = await pictureFile(inputs(), 'sizes.png', { width: 60, height: 40 }, 61);
    const mirror: RecipeStep = { ...CROP, mirror: true };
    const { files } = await run(
      [path],
      { ...mirror, only: { if: 'larger', side: 60 } },
      { ...mirror, only: { if: 'changed' } },
      { ...mirror, only: { if: 'smaller', side: 61 } },
      { ...mirror, only: { if: 'changed' } },
      { ...mirror, only: { if: 'found', what: 'face' } },
      { ...mirror, only: { if: 'found', what: 'text' } },
    );
    expect(states(files[0])).toEqual(['skipped', 'skipped', 'done', 'done', 'skipped', 'skipped']);
    expect(files[0]?.steps.map(({ note }) => note)).toEqual([
      'The picture is not larger than 60 pixels.',
      'The step before changed nothing.',
      undefined,
      undefined,
      'No face found.',
      'No text found.',
    ]);
  });
});

describe('reviewing a recipe', () => {
  it('writes the camera data of the original photo, for the picture as it is now', async () => {
    const path = join(fixture.folder, 'upright.jpg');
    await sharp(noise(64, 48, 3), RAW)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'Gesso Optics' } })
      .jpeg()
      .toFile(path);
    const steps = [UPSCALE, { ...CROP, mirror: true }, saveStep({ format: 'source', exif: 'all' })];
    const { files } = await run([path], ...steps);
    const written = await sharp(await saved(files[0])).metadata();
    expect(written).toMatchObject({ format: 'jpeg', width: 96, height: 128 });
    expect(written.orientation ?? 1).toBe(1);
    expect(written.exif?.toString('latin1')).toContain('Gesso Optics');
    const { files: without } = await run([path], UPSCALE, saveStep({ exif: 'none' }));
    expect((await sharp(await saved(without[0])).metadata()).exif).toBeUndefined();
  });

  it('writes when it is accepted, and then deletes the intermediate pictures', async () => {
    const paths = [
      await pictureFile(inputs(), 'yes.png', { width: 50, height: 40 }, 71),
      await pictureFile(inputs(), 'no.png', { width: 50, height: 40 }, 72),
    ];
    const turned: RecipeStep = { ...CROP, turn: 180 };
    const save = saveStep({ when: 'accepted' });
    const { runId, files } = await run(paths, turned, { ...CROP, mirror: true }, save);
    expect(files.map(({ state }) => state)).toEqual(['to-judge', 'to-judge']);
    const judge = (judgement: 'accepted' | 'rejected' | 'none', position: number) =>
      client().recipes.judge({ runId, selection: { positions: [position] }, judgement });
    expect(await judge('accepted', 0)).toEqual([{ judgement: 'none', positions: [0] }]);
    expect(await judge('rejected', 1)).toEqual([{ judgement: 'none', positions: [1] }]);
    const { judged } = await untilRun(fixture, runId, ({ states: of }) => of.done === 1);
    expect(judged).toMatchObject({ accepted: 1, rejected: 1 });
    const [yes, no] = await filesOf(fixture, runId);
    expect(yes?.steps[2]?.saved).toMatchObject({ name: 'yes_done.png' });
    expect(no).toMatchObject({ state: 'to-judge', judgement: 'rejected' });
    // turned, then mirrored
    const { data } = await storedSamples(await saved(yes));
    expect(data.equals(await sharp(paths[0]).flip().raw().toBuffer())).toBe(true);
    // nothing to begin again from is left of the accepted one
    const again = (position: number) => client().recipes.againFrom({ runId, position, step: 1 });
    await expect(again(0)).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    await again(1);
    const isBack = (run: RecipeRun) => run.states['to-judge'] === 1 && run.state === 'done';
    await untilRun(fixture, runId, isBack);
  });

  it('reruns a picture from a step with other settings, and replaces its own file', async () => {
    const path = await pictureFile(inputs(), 'again.png', { width: 50, height: 40 }, 73);
    const fit = { width: 25, height: 25, enlarge: false };
    const { runId, files } = await run([path], { ...CROP, turn: 90 }, { ...CROP, fit }, saveStep());
    expect(files[0]?.after).toMatchObject({ width: 20, height: 25 });
    const settings: RecipeStep = { ...CROP, fit: { width: 10, height: 10, enlarge: false } };
    await client().recipes.againFrom({ runId, position: 0, step: 1, settings });
    await untilRun(fixture, runId, ({ state, revision }) => state === 'done' && revision > 0);
    const [again] = await filesOf(fixture, runId);
    expect(again?.after).toMatchObject({ width: 8, height: 10 });
    expect(again?.steps[2]?.saved).toMatchObject({ name: 'again_done.png' });
    expect(await sharp(await saved(again)).metadata()).toMatchObject({ width: 8, height: 10 });
  });
});

describe('a recipe made from a photo’s history', () => {
  it('follows photos that Gesso made of results and of other photos', async () => {
    const photo = await fixture.importPhoto(await noisePng(90, 70, 8), 'origin.png');
    await fixture.paint(photo.id, { x: 20, y: 10, width: 20, height: 20 });
    await fixture.cleanUp(photo.id);
    const cleanUp = (await client().recipes.fromPhoto({ photoId: photo.id })).steps;
    expect(cleanUp).toMatchObject([{ kind: 'clean-up' }]);

    const copy = await client().photos.asItLooks({ photoId: photo.id, purpose: 'picture' });
    expect(copy.id).not.toBe(photo.id);
    expect((await client().recipes.fromPhoto({ photoId: copy.id })).steps).toEqual(cleanUp);

    const picture = { photoId: copy.id };
    const { jobId } = await client().jobs.start({ ...UPSCALE, picture });
    await fixture.until(jobId, 'done');
    const enlarged = await client().upscale.toPhoto({ jobId, output: 0 });
    await fixture.paint(enlarged.id, { x: 100, y: 60, width: 30, height: 30 });
    await fixture.cleanUp(enlarged.id);
    const { steps, missing } = await client().recipes.fromPhoto({ photoId: enlarged.id });
    expect(steps.map(({ kind }) => kind)).toEqual(['clean-up', 'upscale', 'clean-up']);
    expect(steps.slice(0, 2)).toEqual([...cleanUp, UPSCALE]);
    expect(missing).toEqual([]);
  });
});
