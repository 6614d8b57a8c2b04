/** Runs recipes over real HTTP: several steps on several files, pausing, and retries. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import {
  draftOf,
  filesOf,
  pictureFile,
  photoDraft,
  planOf,
  recipeOf,
  saveStep,
  startRun,
  untilRun,
} from '../../../testing/recipes.ts';
import {
  answerBody,
  refusal,
  type ReceivedCleanup,
  type ScriptedService,
} from '../../../testing/scripted-service.ts';

const SIZE = { width: 120, height: 90 };
/** Sent in two parts. */
const WIDE = { width: 1500, height: 90 };
const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend({ script: answerWithBar }));
  await client().settings.update({ imageCallsPerMinute: 1000 });
  await fixture.connectAccount({ 'remove-text': 200 });
});

const client = () => fixture.client();

const answerWithBar = async (call: ReceivedCleanup): Promise<void> =>
  call.answerWith(200, answerBody(await withBar(call.image)));
const refuse = (call: ReceivedCleanup): void =>
  call.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));

/** Files of noise, the first with seed 1. */
async function files(...names: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(
    names.map((name, index) => pictureFile(join(fixture.folder, 'in'), name, SIZE, index + 1)),
  );
}

/** Starts steps on files of noise of which the first has seed 1. @returns the run's id */
const start = async (names: readonly string[], ...steps: readonly RecipeStep[]) =>
  startRun(fixture, await files(...names), steps);

/** Lets no call be answered before the returned function is called. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.play((call) => promise.then(() => answerWithBar(call)));
  return resolve;
}

it('leaves a file whose pixels end too early out of the plan with its own message', async () => {
  const [path = ''] = await files('cut.png');
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, whole.length / 2));
  const runId = await draftOf(fixture, [path]);
  const recipe = recipeOf({ ...REMOVE, where: 'found' }, saveStep());
  const { leftOut } = await planOf(fixture, runId, recipe);
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    '“cut.png” is damaged or incomplete. Try another copy of the file.',
  ]);
});

describe('a plan', () => {
  it('counts the files before it opens one, and resumes where it was interrupted', async () => {
    const runId = await draftOf(fixture, await files('1.png', '2.png', '3.png'));
    const recipe = recipeOf({ ...REMOVE, only: { if: 'found', what: 'text' } });
    const broken = new AbortController();
    const sums = await client().recipes.plan({ runId, recipe }, { signal: broken.signal });
    const first = await sums.next();
    expect(first.value).toMatchObject({ planned: 0, files: 3, calls: 0 });
    broken.abort();
    expect(await sums.next()).toMatchObject({ done: true });
    const { planned, taking, leftOutCount } = await planOf(fixture, runId, recipe);
    expect({ planned, taking, leftOutCount }).toEqual({ planned: 3, taking: 3, leftOutCount: 0 });
  });

  it('keeps its files after a restart while they are in use', async () => {
    const paths = await files('kept.png');
    const kept = await draftOf(fixture, paths);
    const forgotten = await draftOf(fixture, paths);
    const recipe = recipeOf(REMOVE);
    await planOf(fixture, kept, recipe);
    const { name, steps } = recipe;
    const inHand = { recipeId: null, name, steps, isBuiltIn: false, isChanged: true };
    await client().screenState.update({ recipeInHand: { ...inHand, draftId: kept } });
    await fixture.restart();
    expect(await client().recipes.run({ runId: kept })).toMatchObject({ state: 'draft', files: 1 });
    const sums = await client().recipes.plan({ runId: kept, recipe });
    expect((await sums.next()).value).toMatchObject({ planned: 1, files: 1, calls: 1 });
    await expect(client().recipes.run({ runId: forgotten })).rejects.toMatchObject({
      data: { kind: 'not-found' },
    });
  });
});

describe('a chain of steps on files', () => {
  it('is planned without a call, runs, and writes each result under its own name', async () => {
    await files('one.png', '“two” 🦊 #.png', 'sub/one.png');
    await writeFile(join(fixture.folder, 'in', 'notes.txt'), 'no picture');
    await writeFile(join(fixture.folder, 'in', 'broken.png'), 'no picture either');
    const runId = await draftOf(fixture, [join(fixture.folder, 'in')]);
    const half: RecipeStep = {
      kind: 'crop',
      turn: 90,
      mirror: false,
      fit: { width: 45, height: 60, enlarge: false },
    };
    const recipe = recipeOf(REMOVE, half, saveStep({ namePattern: '{name} {width}' }));
    const plan = await planOf(fixture, runId, recipe);
    expect(plan).toMatchObject({
      planned: 4,
      files: 4,
      taking: 3,
      calls: 3,
      cost: 600,
      pixels: 3 * 120 * 90,
      isEstimate: false,
      leftOutCount: 1,
      steps: [{ calls: 3, cost: 600 }, { calls: 0 }, { calls: 0 }],
    });
    expect(plan.leftOut).toMatchObject([{ name: 'broken.png' }]);
    expect(service.postCount()).toBe(0);

    await startRun(fixture, runId, recipe.steps);
    expect(await untilRun(fixture, runId)).toMatchObject({
      state: 'done',
      callsDone: 3,
      callsFailed: 0,
      cost: 600,
      states: { done: 3, failed: 0, 'left-out': 1 },
    });
    expect(service.postCount()).toBe(3);
    const rows = await filesOf(fixture, runId);
    const saved = rows.flatMap(({ name, folder, steps }) =>
      steps[2]?.saved === undefined ? [] : [{ source: `${folder}/${name}`, ...steps[2].saved }],
    );
    expect(saved.map(({ name }) => name).toSorted()).toEqual([
      'one 45 (2).png',
      'one 45.png',
      '“two” 🦊 # 45.png',
    ]);
    const [first] = saved;
    const written = sharp(await fixture.bytes(first?.url));
    expect(await written.metadata()).toMatchObject({ format: 'png', width: 45, height: 60 });
    // turned to the right, the bar of the service is at the left
    const pixels = await written.raw().toBuffer();
    const left = (30 * 45 + 2) * 3;
    expect([...pixels.subarray(left, left + 3)]).toEqual([GREY, GREY, GREY]);
    // pictures of a recipe are neither in the strip nor in Recent
    expect(await client().photos.recent()).toEqual([]);

    // one entry of Tasks, and one cause of Spend
    const entries = await client().jobs.entries({ limit: 9 });
    expect(entries).toMatchObject([
      { kind: 'group', group: { id: runId, kind: 'recipe', title: 'Test recipe, 3 photos' } },
    ]);
    const now = Math.floor(Date.now() / 1000);
    const { dearest } = await client().attribution.read({
      range: { start: now - 3600, end: now + 60 },
    });
    expect(dearest).toMatchObject([
      { kind: 'recipe', id: runId, name: 'Test recipe', calls: 3, cost: '600' },
    ]);
  });

  it('writes into the folder of the host, and overwrites nothing', async () => {
    await fixture[Symbol.asyncDispose]();
    let folder = '';
    ({ service, fixture } = await startScriptedBackend({
      ports: { chooseFolder: () => Promise.resolve(folder) },
    }));
    folder = join(fixture.folder, 'out');
    await pictureFile(folder, 'one_done.webp', SIZE, 9);
    const before = await readFile(join(folder, 'one_done.webp'));
    const chosen = await client().export.folderForMany();
    if (chosen.kind !== 'ready') throw new Error('There is a folder.');
    const save = saveStep({ format: 'webp', lossless: true });
    const runId = await startRun(fixture, await files('one.png'), [save], { into: chosen.into });
    expect(await untilRun(fixture, runId)).toMatchObject({ savesTo: folder });
    expect((await readdir(folder)).toSorted()).toEqual(['one_done (2).webp', 'one_done.webp']);
    expect((await readFile(join(folder, 'one_done.webp'))).equals(before)).toBe(true);
    const made = await storedSamples(join(folder, 'one_done (2).webp'));
    expect(made).toEqual(await storedSamples(join(fixture.folder, 'in', 'one.png')));
  });

  it('takes a photo of the library as it is, and adds its result to it', async () => {
    const photo = await fixture.importPhoto(await noisePng(120, 90, 1), 'open.png');
    const runId = await photoDraft(fixture, [photo.id]);
    // the same bytes as a file of its own are another picture
    await fixture.backend().recipes.addPaths(runId, await files('same.png'));
    await startRun(fixture, runId, [REMOVE]);
    await untilRun(fixture, runId);
    const [open, file] = await filesOf(fixture, runId);
    expect(open).toMatchObject({
      before: { photoId: photo.id, patchIds: [] },
      after: { photoId: photo.id, patchIds: [expect.any(String)] },
    });
    expect(file?.after?.photoId).not.toBe(photo.id);
    expect(file?.after?.patchIds).toHaveLength(1);
    expect((await client().photos.get({ photoId: photo.id })).patches).toHaveLength(1);
    // those of the file are its run’s, and take no space from results of photos
    expect((await client().library.usage()).resultCount).toBe(1);

    // rejected: the photo is as it was, and the way back is there
    await client().recipes.judge({ runId, selection: { positions: [0] }, judgement: 'rejected' });
    const state = async () => (await client().photos.get({ photoId: photo.id })).patches[0]?.state;
    expect(await state()).toBe('hidden');
    const wasRejected = { judgement: 'rejected', positions: [0] };
    const back = { runId, selection: { positions: [0] }, judgement: 'none' } as const;
    expect(await client().recipes.judge(back)).toEqual([wasRejected]);
    expect(await state()).toBe('applied');
  });
});

describe('a run whose connection was removed', () => {
  const removeActive = async () => {
    const accounts = await client().connections.list();
    for (const { id, isActive } of accounts) {
      if (isActive) await client().connections.remove({ connectionId: id });
    }
  };
  const removeAccount = async () => {
    await removeActive();
    await client().connections.activatePractice();
  };

  it.each([1, 8])('pauses as one with %i calls at once, and sends the rest once', async (most) => {
    await client().settings.update({ concurrentCalls: most });
    const answer = holdAnswers();
    const names = Array.from({ length: 12 }, (_, index) => `${index}.png`);
    const runId = await start(names, REMOVE);
    await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === most);
    await removeActive();
    const paused = await untilRun(fixture, runId, ({ state }) => state === 'paused');
    expect(paused.pausedBy).toEqual({
      kind: 'no-connection',
      message: 'The connection “Account” was removed. Use another one in Settings, then resume.',
    });
    answer();
    const quiet = await untilRun(fixture, runId, ({ states }) => states.done === most);
    expect(quiet).toMatchObject({ state: 'paused', callsFailed: 0, states: { failed: 0 } });
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(most);

    await client().connections.activatePractice();
    await client().recipes.resume({ runId });
    expect((await client().recipes.run({ runId })).pausedBy?.message).toMatch(
      /“Account” was removed\. Resume .* with “Practice”/u,
    );
    await client().recipes.resume({ runId });
    expect((await untilRun(fixture, runId)).states).toMatchObject({ done: 12, failed: 0 });
    expect(new Set(service.received().values())).toEqual(new Set([1]));
  });

  it('pauses before its next paid step and fails no picture', async () => {
    const answer = holdAnswers();
    const runId = await start(['1.png', '2.png'], REMOVE, { ...REMOVE, detail: 'reduced' });
    await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === 2);
    await removeActive();
    answer();
    const paused = await untilRun(fixture, runId, ({ pausedBy }) => pausedBy !== undefined);
    expect(paused).toMatchObject({ state: 'paused', states: { failed: 0 } });
    await client().connections.activatePractice();
    await client().recipes.resume({ runId });
    await client().recipes.resume({ runId });
    expect((await untilRun(fixture, runId)).states).toMatchObject({ done: 2, failed: 0 });
    expect(service.postCount()).toBe(4);
  });

  it('makes the waiting calls of a trial with the connection in use when it continues', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const answer = holdAnswers();
    const paths = await files('1.png', '2.png', '3.png');
    const runId = await startRun(fixture, paths, [REMOVE], { first: 2 });
    await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === 1);
    await removeAccount();
    answer();
    await untilRun(fixture, runId, ({ state, states }) => state === 'paused' && states.done === 1);
    await client().recipes.goOn({ runId });
    await client().recipes.resume({ runId });
    expect((await untilRun(fixture, runId)).states).toMatchObject({ done: 3, failed: 0 });
    expect(service.postCount()).toBe(3);
  });

  it('saves the pictures that are accepted', async () => {
    const runId = await start(['1.png'], REMOVE, saveStep({ when: 'accepted' }));
    await untilRun(fixture, runId, ({ states }) => states['to-judge'] === 1);
    await removeAccount();
    await client().recipes.judge({ runId, selection: { filter: 'all' }, judgement: 'accepted' });
    const isOver = ({ states }: RecipeRun) => states.done + states.failed === 1;
    expect((await untilRun(fixture, runId, isOver)).states).toMatchObject({ done: 1, failed: 0 });
  });

  it('keeps the cost of its earlier calls when it is retried in practice', async () => {
    service.play((call, index) => (index === 0 ? answerWithBar(call) : refuse(call)));
    const runId = await start(['1.png', '2.png'], REMOVE);
    const before = { cost: 400, isPractice: false };
    expect(await untilRun(fixture, runId)).toMatchObject({ ...before, states: { failed: 1 } });
    await removeAccount();
    service.play(answerWithBar);
    await client().recipes.retry({ runId });
    expect(await untilRun(fixture, runId)).toMatchObject({ ...before, states: { done: 2 } });
    expect(
      (await filesOf(fixture, runId)).map(({ cost }) => cost).toSorted((a = 0, b = 0) => a - b),
    ).toEqual([0, 200]);
    expect(await client().jobs.groups({ groupIds: [runId] })).toMatchObject([before]);
  });

  it('says so when it is resumed, and then continues with the connection in use', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const answer = holdAnswers();
    const runId = await start(['1.png', '2.png', '3.png', '4.png'], REMOVE);
    await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === 1);
    await client().recipes.pause({ runId });
    answer();
    await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === 0);
    await removeAccount();
    const resume = () => client().recipes.resume({ runId });
    await resume();
    const { state, pausedBy } = await client().recipes.run({ runId });
    expect({ state, ...pausedBy }).toMatchObject({
      state: 'paused',
      message: expect.stringMatching(
        /“Account” was removed\. Resume .* with “Practice”/u,
      ) as unknown,
    });
    expect(service.postCount()).toBe(1);
    await resume();
    const run = await untilRun(fixture, runId);
    expect(run).toMatchObject({ cost: 200, states: { done: 4, failed: 0 } });
  });
});

describe('a running recipe', () => {
  it('is checked at the next start when Gesso quit meanwhile', async () => {
    const runId = await start(['1.png', '2.png'], { ...REMOVE, where: 'found' });
    // the finder is started with the first file: it is under way whenever Gesso ends
    const begun = async () => (await client().recipes.run({ runId })).states.waiting < 2;
    await expect.poll(begun, { interval: 10 }).toBe(true);
    await fixture.restart();
    const ended = await untilRun(fixture, runId);
    expect(ended.states).toMatchObject({ done: 2, failed: 0 });
    const steps = (await filesOf(fixture, runId)).flatMap((file) => file.steps);
    expect(steps).toMatchObject([{ state: 'skipped' }, { state: 'skipped' }]);
  });

  it('reruns a failed file only from the step that failed', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    // refuses the second call of the first file
    service.play(async (call) =>
      (await isFirstWithBar(call.image)) ? refuse(call) : await answerWithBar(call),
    );
    const second: RecipeStep = { ...REMOVE, detail: 'reduced' };
    const runId = await start(['1.png', '2.png'], REMOVE, second, saveStep());
    expect(await untilRun(fixture, runId)).toMatchObject({
      callsDone: 2 + 1,
      callsFailed: 1,
      states: { done: 1, failed: 1 },
    });
    const [first] = await filesOf(fixture, runId);
    expect(first).toMatchObject({ state: 'failed', error: { kind: 'rejected' } });
    expect(first?.steps.map(({ state }) => state)).toEqual(['done', 'failed', 'waiting']);

    service.play(answerWithBar);
    expect(await client().recipes.retry({ runId })).toEqual({ changed: 1 });
    expect((await untilRun(fixture, runId)).states).toMatchObject({ done: 2, failed: 0 });
    expect(service.postCount()).toBe(4 + 1);
  });

  it('waits for the repeat that has started when the next one cannot start', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const path = await pictureFile(join(fixture.folder, 'in'), 'wide.png', WIDE, 1);
    service.play(refuse);
    const runId = await startRun(fixture, [path], [REMOVE, saveStep()]);
    expect(await untilRun(fixture, runId)).toMatchObject({ callsFailed: 2, states: { failed: 1 } });

    fixture.fill('jobs', 3);
    const arrived = service.hold();
    await client().recipes.retry({ runId });
    const call = await arrived;
    expect(await filesOf(fixture, runId)).toMatchObject([{ state: 'running' }]);
    call.answerWith(200, answerBody(await withBar(call.image)));
    expect((await untilRun(fixture, runId)).states).toMatchObject({ failed: 1 });

    fixture.sql((database) => database.exec('DROP TRIGGER full'));
    service.play(answerWithBar);
    await client().recipes.retry({ runId });
    expect((await untilRun(fixture, runId)).states).toMatchObject({ done: 1, failed: 0 });
    expect(service.postCount()).toBe(4);
  });
});

const GREY = 128;

/** The picture with a grey bar along its lower edge, as if something had been removed there. */
async function withBar(image: Buffer): Promise<Buffer> {
  const { width } = await sharp(image).metadata();
  const bar = {
    width,
    height: 20,
    channels: 3,
    background: { r: GREY, g: GREY, b: GREY },
  } as const;
  return await sharp(image)
    .composite([{ input: { create: bar }, gravity: 'south' }])
    .png()
    .toBuffer();
}

/** The first file, after its first step. */
async function isFirstWithBar(image: Buffer): Promise<boolean> {
  const { data: first } = await storedSamples(await noisePng(SIZE.width, SIZE.height, 1));
  const { data: pixels } = await storedSamples(image);
  const row = SIZE.width * 3;
  return first.subarray(0, row).equals(pixels.subarray(0, row)) && pixels.at(-1) === GREY;
}
