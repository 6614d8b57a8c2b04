import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { recipeFileUrl } from '../../../../shared/media.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { paintedIn, pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  planOf,
  recipeOf,
  saveStep,
  startRun,
  untilRun,
} from '../../../testing/recipes.ts';
import type { ScriptedService } from '../../../testing/scripted-service.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';

const RECT = { x: 40, y: 30, width: 20, height: 10 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
});

const client = () => fixture.client();

async function own(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return (await client().recipes.list()).filter(({ isBuiltIn }) => !isBuiltIn);
}

async function keptMask(): Promise<string> {
  const { id: photoId } = await paintedPhoto(fixture, RECT);
  return (await client().recipes.keepMask({ photoId })).maskId;
}

function cleanUp(maskId: string): RecipeStep {
  return {
    kind: 'clean-up',
    mask: { from: 'kept', maskId, placement: 'scale' },
    margin: 4,
    matchColors: true,
  };
}

describe('the list of recipes', () => {
  it('keeps recipes over a restart, and restores a removed one', async () => {
    const steps = [saveStep()];
    const { recipeId } = await client().recipes.save({ name: '  Sh\u202Eo\0p  ', steps });
    await client().recipes.save({ recipeId, name: 'Shop 2', steps: [...steps, saveStep()] });
    await client().recipes.duplicate({ recipeId });
    await fixture.restart();
    expect((await own()).map(({ name }) => name)).toEqual(['Shop 2', 'Shop 2 copy']);
    await client().recipes.remove({ recipeId });
    expect((await own()).map(({ name }) => name)).toEqual(['Shop 2 copy']);
    await client().recipes.restore({ recipeId });
    expect(await own()).toHaveLength(2);
  });

  it('cuts the long name of a duplicate before an emoji', async () => {
    const name = `${'a'.repeat(114)}🌊bcde`;
    const { recipeId } = await client().recipes.save({ name, steps: [saveStep()] });
    await client().recipes.duplicate({ recipeId });
    expect((await own()).map((each) => each.name)).toContain(`${'a'.repeat(114)} copy`);
  });

  it('takes a name from a file without invisible characters', async () => {
    const text = { format: 'gesso-recipe', version: 1, masks: {}, faces: {}, steps: [saveStep()] };
    const name = 'inv\u0000oice\u202Egpj.exe\u2066';
    const { recipeId } = await client().recipes.importFile({
      file: new Blob([JSON.stringify({ ...text, name })]),
    });
    const imported = (await own()).find(({ id }) => id === recipeId);
    expect(imported?.name).toBe('invoicegpj.exe');
  });

  it('contains five that come with Gesso, and keeps them unchanged', async () => {
    const builtIn = (await client().recipes.list()).filter(({ isBuiltIn }) => isBuiltIn);
    expect(builtIn).toHaveLength(5);
    const [first] = builtIn;
    const recipeId = first?.id ?? '';
    const change = client().recipes.save({ recipeId, name: 'Mine', steps: [saveStep()] });
    await expect(change).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    await client().recipes.duplicate({ recipeId });
    expect((await own()).map(({ name }) => name)).toEqual([`${first?.name} copy`]);
  });
});

it('keeps no empty mask', async () => {
  const { id: photoId } = await fixture.importPhoto(await noisePng(40, 30), 'plain.png');
  const keeping = client().recipes.keepMask({ photoId });
  await expect(keeping).rejects.toMatchObject({ data: { kind: 'empty-mask' } });
});

it('keeps of a merged face the part that was sent, when a recipe is made of it', async () => {
  const { id: photoId } = await fixture.importPhoto(await noisePng(90, 70, 6), 'people.png');
  const people = await noisePng(120, 80, 7);
  const { id: facesId } = await fixture.importPhoto(people, 'faces.png');
  const rect = { x: 60, y: 10, width: 40, height: 50 };
  const { jobId } = await client().jobs.start({
    kind: 'merge-face',
    picture: { photoId },
    face: { photoId: facesId, rect },
    responseType: 'png',
  });
  await fixture.until(jobId);
  const { steps } = await client().recipes.fromJob({ jobId });
  const [step] = steps;
  if (step?.kind !== 'merge-face') throw new Error('No face.');
  const kept = await client().recipes.face({ faceId: step.faceId });
  const seen = sharp(await fixture.savePng(kept.photoId)).removeAlpha();
  const { x: left, y: top, ...size } = rect;
  const part = sharp(people).extract({ left, top, ...size });
  expect((await seen.raw().toBuffer()).equals(await part.raw().toBuffer())).toBe(true);
});

describe('a recipe as a file', () => {
  it('includes its mask and its face', async () => {
    const maskId = await keptMask();
    const face = await fixture.importPhoto(await noisePng(64, 48, 5), 'face.png');
    const { faceId } = await client().recipes.keepFace({ photoId: face.id });
    await client().photos.remove({ photoId: face.id });
    const { recipeId } = await client().recipes.save({
      name: 'Both',
      steps: [cleanUp(maskId), { kind: 'merge-face', faceId, responseType: 'png' }],
    });
    await client().recipes.exportFile({ recipeId });
    expect(fixture.saved.at(-1)?.suggestedName).toBe('Both.gesso-recipe.json');

    await using other = await createBackendFixture({ service });
    const file = new Blob([await readFile(await fixture.writeSaved())]);
    const imported = await other.client().recipes.importFile({ file });
    const recipe = (await other.client().recipes.list()).find(({ id }) => id === imported.recipeId);
    const [clean, merge] = recipe?.steps ?? [];
    if (clean?.kind !== 'clean-up' || clean.mask.from !== 'kept') throw new Error('No mask.');
    if (merge?.kind !== 'merge-face') throw new Error('No face.');
    const mask = await other.client().recipes.mask({ maskId: clean.mask.maskId });
    expect(await paintedIn(mask.tiles)).toEqual(pixelSet(tilesOf(RECT)));
    expect(mask).toMatchObject({ width: 120, height: 90 });
    const { photos, recipes } = other.client();
    const { photoId } = await recipes.face({ faceId: merge.faceId });
    expect(await photos.get({ photoId })).toMatchObject({ width: 64, height: 48 });
    expect(await photos.recent()).toEqual([]);
  });

  const good = { format: 'gesso-recipe', version: 1, name: 'A', masks: {}, faces: {} };
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const tile = Buffer.from(encodeMaskTiles(tilesOf(RECT))).toString('base64');
  const withSteps = (...steps: readonly unknown[]) => JSON.stringify({ ...good, steps });
  const withMask = (mask: unknown) =>
    JSON.stringify({ ...good, steps: [cleanUp('m')], masks: { m: mask } });
  it('refuses what is no whole recipe, and keeps nothing of it', async () => {
    const files = {
      nothing: '',
      'no JSON': 'PNG…',
      'a number': '7',
      depth: deep,
      'no steps': withSteps(),
      'too many steps': withSteps(...Array(21).fill(saveStep())),
      'another version': JSON.stringify({ ...good, version: 2, steps: [saveStep()] }),
      'an unknown step': withSteps({ kind: 'run', command: 'rm' }),
      'more fields': withSteps({ ...saveStep(), path: '/etc' }),
      'a path as a name': withSteps(saveStep({ namePattern: '../x' })),
      'a mask that is not in it': withSteps(cleanUp('m')),
      'half a mask': withMask({ width: 120, height: 90, tiles: tile.slice(0, 400) }),
      'a mask beside its picture': withMask({ width: 120, height: 90, tiles: farTile() }),
      'a mask without a size': withMask({ width: 0, height: 90, tiles: tile }),
      'a mask that is too large': withMask({ width: 1e9, height: 90, tiles: tile }),
      'a prototype': `{"__proto__":{"x":1},${JSON.stringify({ ...good, steps: [] }).slice(1)}`,
    };
    for (const [what, text] of Object.entries(files)) {
      const importing = client().recipes.importFile({ file: new Blob([text]) });
      await expect(importing, what).rejects.toMatchObject({ data: { kind: 'unsupported-file' } });
      expect(await own(), what).toEqual([]);
    }
  });

  it('keeps no face when a later face is no picture, or when its import is cancelled', async () => {
    const face = (await noisePng(64, 48)).toString('base64');
    const steps = ['f', 'g'].map((faceId) => ({ kind: 'merge-face', faceId, responseType: 'png' }));
    const fileWith = (second: string) =>
      new Blob([
        JSON.stringify({ ...good, steps, faces: { f: { picture: face }, g: { picture: second } } }),
      ]);
    const importing = client().recipes.importFile({ file: fileWith('AAAA') });
    await expect(importing).rejects.toMatchObject({ data: { kind: 'unsupported-file' } });
    const stop = new AbortController();
    const stopped = client().recipes.importFile({ file: fileWith(face) }, { signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toThrow();
    await fixture.restart();
    const left =
      'SELECT (SELECT count(*) FROM recipe_faces) + (SELECT count(*) FROM photos) AS count';
    expect(fixture.sql((database) => database.prepare(left).get())).toEqual({ count: 0 });
    expect(await own()).toEqual([]);
  });
});

describe('files that are sent as bytes', () => {
  it('are kept until their run is removed, under their original names', async () => {
    const { runId } = await client().recipes.draft({});
    const name = "a “b” 'c' 🦊.png";
    const body = new Uint8Array(await noisePng(40, 30, 3));
    const offered = { name, folder: 'x/y', byteLength: body.length, modifiedAt: 1 };
    const post = (file: typeof offered, bytes: Uint8Array<ArrayBuffer>) =>
      fixture.media(recipeFileUrl(runId, file), { method: 'POST', body: bytes });
    expect((await post(offered, body)).status).toBe(204);
    // half a file is none
    expect((await post(offered, body.slice(0, 50))).status).toBe(415);
    await startRun(fixture, runId, [saveStep()]);
    await untilRun(fixture, runId);
    const [file, ...others] = await filesOf(fixture, runId);
    expect(others).toEqual([]);
    expect(file).toMatchObject({ name, folder: 'x/y', state: 'done' });
    const saved = file?.steps[0]?.saved;
    expect(saved?.name).toBe("a “b” 'c' 🦊_done.png");
    const written = await storedSamples(await fixture.bytes(saved?.url));
    expect(written).toEqual(await storedSamples(body));
    await client().recipes.removeRun({ runId });
    expect(await client().recipes.runs()).toEqual([]);
    // it can be brought back with all that it has
    await client().recipes.restoreRun({ runId });
    expect(await client().recipes.runs()).toMatchObject([{ id: runId, state: 'done' }]);
    expect((await fixture.media(saved?.url ?? '')).status).toBe(200);
    await client().recipes.removeRun({ runId });
    // … until Gesso ends; its pictures are gone with it
    await fixture.restart();
    await expect(client().recipes.restoreRun({ runId })).rejects.toMatchObject({
      data: { kind: 'not-found' },
    });
    expect((await fixture.media(saved?.url ?? '')).status).toBe(404);
    expect(await client().recipes.runs()).toEqual([]);
    await expect.poll(async () => (await client().library.usage()).photoBytes).toBe(0);
  });

  it('go to the draft that waits for them when dropped, and to no other', async () => {
    const folder = join(fixture.folder, 'dropped');
    await pictureFile(folder, 'deep/one.png', { width: 20, height: 20 }, 1);
    await pictureFile(folder, 'two.png', { width: 20, height: 20 }, 2);
    await writeFile(join(folder, 'notes.txt'), 'no picture');
    const { takeDropped } = fixture.backend().recipes;
    expect(takeDropped([folder])).toBe(false);
    const { runId } = await client().recipes.draft({});
    await client().recipes.takeDrops({ runId });
    expect(takeDropped([folder])).toBe(true);
    await expect.poll(async () => (await client().recipes.run({ runId })).files).toBe(2);
    const names = (await filesOf(fixture, runId)).map(({ folder: of, name }) => `${of}/${name}`);
    expect(names).toEqual(['dropped/deep/one.png', 'dropped/two.png']);
    expect(await client().recipes.drop({ runId, positions: [0] })).toEqual({ changed: 1 });
    await client().recipes.takeDrops({});
    expect(takeDropped([folder])).toBe(false);
  });

  it('are refused above the limit of a recipe, with the number of those that were taken', async () => {
    const { runId } = await client().recipes.draft({});
    const photoIds = Array.from({ length: 9_999 }, (_, index) => `photo-${index}`);
    await client().recipes.addPhotos({ runId, photoIds });
    const message = 'at most 10,000 files at a time. This one has 9,999.';
    const adding = client().recipes.addPhotos({ runId, photoIds: ['one', 'two'] });
    await expect(adding).rejects.toThrow(message);
  });

  it('are refused with a message when none of those dropped can be read', async () => {
    const { runId } = await client().recipes.draft({});
    await client().recipes.takeDrops({ runId });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const gone = join(fixture.folder, 'gone.png');
    expect(fixture.backend().recipes.takeDropped([gone, gone], resolve)).toBe(true);
    expect(await promise).toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/^“gone\.png” can’t be read/u),
    });
  });

  it('fail with a message when they are missing at their turn, and run once they are back', async () => {
    const path = await pictureFile(fixture.folder, 'gone.png', { width: 20, height: 20 }, 1);
    const bytes = await readFile(path);
    const runId = await draftOf(fixture, [path]);
    await rm(path);
    const started = startRun(fixture, runId, [saveStep()]);
    await expect(started).rejects.toThrow('“gone.png” is no longer in its folder');
    await writeFile(path, bytes);
    const steps = [saveStep(), saveStep()];
    await planOf(fixture, runId, recipeOf(...steps));
    await startRun(fixture, runId, steps);
    await untilRun(fixture, runId);
    const [file] = await filesOf(fixture, runId);
    expect(file?.steps.map(({ saved }) => saved?.name)).toEqual([
      'gone_done.png',
      'gone_done (2).png',
    ]);
  });
});

/** A tile at column 300. */
function farTile(): string {
  const [tile] = tilesOf(RECT);
  if (tile === undefined) throw new Error('There is a tile.');
  return Buffer.from(encodeMaskTiles([{ ...tile, column: 300 }])).toString('base64');
}
