/** Tests watched folders, with real folders and scans that the test requests. */
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecipeFollow } from '../../../../../shared/contract/recipe-follows.ts';
import type { RecipeStep } from '../../../../../shared/contract/recipes.ts';
import { createBackendFixture, type BackendFixture } from '../../../../testing/backend-fixture.ts';
import { noisePng } from '../../../../testing/pictures.ts';
import { filesOf, pictureFile, saveStep, untilRun } from '../../../../testing/recipes.ts';
import {
  answerBody,
  startScriptedService,
  type ScriptedService,
} from '../../../../testing/scripted-service.ts';
import { CUT_STANDS_STILL, STANDS_STILL } from './scan-folder.ts';

const SIZE = { width: 60, height: 40 };
const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };

let service: ScriptedService;
let fixture: BackendFixture;
/** What the dialogs for a folder answer with, in their order. */
let answers: string[];
let now: number;

beforeEach(async () => {
  answers = [];
  now = Date.now();
  service = await startScriptedService((call) => call.answerWith(200, answerBody(call.image)));
  fixture = await createBackendFixture({
    service,
    followEvery: 0,
    ports: { chooseFolder: () => Promise.resolve(answers.shift()) },
  });
  await client().settings.update({ imageCallsPerMinute: 1000 });
  await mkdir(place('in', 'deeper'), { recursive: true });
  await mkdir(place('in', 'finished'));
});

const client = () => fixture.client();
const place = (...names: readonly string[]) => join(fixture.folder, ...names);
const arrive = (name: string, seed = 1) => pictureFile(place('in'), name, SIZE, seed);
const finished = () => readdir(place('in', 'finished')).then((names) => names.sort());

/** Follows `in` with a recipe that saves into a folder inside of it, unless other folders are given. */
async function follow(
  limit: { readonly callsADay?: number; readonly moneyADay?: number } = {},
  from = place('in'),
  to = place('in', 'finished'),
): Promise<string> {
  const steps = [REMOVE, saveStep()];
  const { recipeId } = await client().recipes.save({ name: 'Clean', steps });
  answers.push(from, to);
  const chosen = await client().recipeFollows.chooseFolder({});
  if (chosen.kind !== 'chosen') throw new Error(chosen.kind);
  const folder = await client().export.folderForMany();
  const { followId } = await client().recipeFollows.begin({
    recipeId,
    folderId: chosen.folderId,
    into: folder.kind === 'ready' ? folder.into : undefined,
    takesExisting: false,
    callsADay: 10,
    moneyADay: 10_000,
    ...limit,
  });
  return followId;
}

/** One look, as if it came so much later than the last one. */
async function look(later: number = STANDS_STILL): Promise<RecipeFollow> {
  now += later;
  await fixture.backend().recipes.scanFolder(now);
  return await shown();
}

/** Two looks: what stands still is taken by the second one. */
async function settle(): Promise<RecipeFollow> {
  await look();
  return await look();
}

async function shown(): Promise<RecipeFollow> {
  const [one] = await client().recipeFollows.list();
  if (one === undefined) throw new Error('Nothing is followed.');
  return one;
}

/** The run of the day, when it is done. */
async function doneRun(files: number) {
  const runId = (await shown()).runId ?? '';
  return await untilRun(
    fixture,
    runId,
    ({ state, states }) => state === 'done' && states.done === files,
  );
}

/** Lets a file arrive and be taken. @param done how many files of the run are done by then */
async function take(name: string, done: number, seed = done) {
  await arrive(name, seed);
  await settle();
  return await doneRun(done);
}

describe('a followed folder', () => {
  it('is processed file by file in one run a day, without the recipe’s own output', async () => {
    await arrive('earlier.png');
    await follow();
    expect(await look()).toMatchObject({ state: 'following', growing: 0, waiting: { files: 0 } });
    await arrive('deeper/“one” 🦊.png', 2);
    expect(await look()).toMatchObject({ growing: 1, waiting: { files: 0 } });
    expect(await look()).toMatchObject({ growing: 0, today: { files: 1, calls: 1, cost: 0 } });
    const run = await doneRun(1);
    expect(run).toMatchObject({ name: 'Clean', files: 1 });
    expect(await finished()).toEqual(['“one” 🦊_done.png']);
    // the same run goes on with the next one, which has come by its name
    await arrive('two.part', 3);
    await rename(place('in', 'two.part'), place('in', 'two.png'));
    await settle();
    expect((await doneRun(2)).id).toBe(run.id);
    await settle();
    expect(await finished()).toEqual(['two_done.png', '“one” 🦊_done.png']);
    expect(service.postCount()).toBe(2);
    expect(await client().recipes.runs()).toHaveLength(1);
  });

  it('waits for a growing file, and takes it when its size is stable', async () => {
    await follow();
    const whole = await noisePng(SIZE.width, SIZE.height, 4);
    await writeFile(place('in', 'slow.png'), whole.subarray(0, 500));
    await look();
    await appendFile(place('in', 'slow.png'), whole.subarray(500, 900));
    expect(await look()).toMatchObject({ growing: 1, today: { files: 0 } });
    await appendFile(place('in', 'slow.png'), whole.subarray(900));
    expect(await look()).toMatchObject({ growing: 1, today: { files: 0 } });
    // two looks that are too close say nothing
    expect(await look(STANDS_STILL / 2)).toMatchObject({ growing: 1, today: { files: 0 } });
    await look(STANDS_STILL / 2);
    await doneRun(1);
    expect(service.postCount()).toBe(1);
  });

  it('sends a file once when it is replaced before its turn', async () => {
    await follow({ callsADay: 100 });
    const held = Promise.withResolvers<void>();
    service.play((call) => {
      void held.promise.then(() => call.answerWith(200, answerBody(call.image)));
    });
    const names = Array.from({ length: 16 }, (_, index) => `${String(index).padStart(2, '0')}.png`);
    for (const [index, name] of names.entries()) await arrive(name, index + 1);
    await settle();
    const runId = (await shown()).runId ?? '';
    await untilRun(fixture, runId, () => service.postCount() > 0);
    const last = (await filesOf(fixture, runId)).at(-1);
    expect(last).toMatchObject({ name: '15.png', state: 'waiting' });
    await arrive('15.png', 99);
    await settle();
    held.resolve();
    await untilRun(fixture, runId, ({ states }) => states.done === 16 && states.failed === 1);
    const rows = (await filesOf(fixture, runId)).filter(({ name }) => name === '15.png');
    expect(rows.map(({ state, error }) => [state, error?.message])).toEqual([
      ['failed', '“15.png” was replaced before its turn. Nothing was sent for this version.'],
      ['done', undefined],
    ]);
    expect(service.postCount()).toBe(16);
  });

  it('waits for the end of a file whose writing pauses, and leaves no row for its half', async () => {
    await follow();
    const whole = await noisePng(90, 60, 7);
    await writeFile(place('in', 'slow.png'), whole.subarray(0, whole.length - 900));
    expect(await settle()).toMatchObject({
      growing: 1,
      waiting: { files: 0 },
      today: { files: 0 },
    });
    expect(await look(60_000)).toMatchObject({ growing: 1, today: { files: 0 } });
    await writeFile(place('in', 'slow.png'), whole);
    expect(await settle()).toMatchObject({ growing: 0, today: { files: 1 } });
    expect(await doneRun(1)).toMatchObject({ files: 1, states: { failed: 0 } });
    // one that stays so is taken after a while, and its row says why it failed
    await writeFile(place('in', 'half.png'), whole.subarray(0, whole.length - 901));
    await look();
    expect(await look(CUT_STANDS_STILL - 1)).toMatchObject({ growing: 1 });
    expect(await look(1)).toMatchObject({ growing: 0 });
  });

  it('is off after a restart until confirmed, and repeats a file only when its content changed', async () => {
    await follow();
    await take('one.png', 1);
    await fixture.restart();
    await arrive('two.png', 2);
    const { id } = await shown();
    expect(await look()).toMatchObject({ state: 'to-confirm', growing: 0, waiting: { files: 0 } });
    await look();
    expect(service.postCount()).toBe(1);
    await client().recipeFollows.confirm({ followId: id });
    // another time of the same content, as after a copy
    await utimes(place('in', 'one.png'), new Date(), new Date(2020, 1, 1));
    expect(await settle()).toMatchObject({ state: 'following', today: { files: 2 } });
    await doneRun(2);
    expect(service.postCount()).toBe(2);
    await take('one.png', 3, 7);
    expect(service.postCount()).toBe(3);
    await client().recipeFollows.pause({ followId: id });
    await fixture.restart();
    expect((await shown()).state).toBe('off');
  });

  it('takes files that were there for new only when more than their time has changed', async () => {
    const path = await arrive('earlier.png');
    await arrive('grown.png', 2);
    await follow();
    await look();
    await utimes(path, new Date(), new Date(2020, 1, 1));
    await appendFile(place('in', 'grown.png'), 'more');
    expect(await settle()).toMatchObject({ growing: 0, today: { files: 1 } });
    expect((await filesOf(fixture, (await shown()).runId ?? '')).map(({ name }) => name)).toEqual([
      'grown.png',
    ]);
    await doneRun(1);
    await take('earlier.png', 2, 7); // From now on its content is known.
  });

  it('notices a file of the same length that changed while Gesso was closed', async () => {
    const path = await arrive('earlier.png');
    await appendFile(path, 'more');
    const followId = await follow();
    await look();
    await fixture.restart();
    const bytes = await readFile(path);
    bytes.write('less', bytes.length - 4);
    await writeFile(path, bytes);
    await client().recipeFollows.confirm({ followId });
    expect(await settle()).toMatchObject({ growing: 0, today: { files: 1 } });
    await doneRun(1);
  });

  /** Goes back to the newest backup, as after a loss, and follows on. */
  async function goBack(followId: string): Promise<void> {
    const [backup] = (await client().storage.read({})).backups;
    await client().storage.restoreBackup({ name: backup?.name ?? '' });
    await fixture.restart();
    await client().recipeFollows.confirm({ followId });
  }

  it('holds files that may have been taken since a backup until the user runs them', async () => {
    const followId = await follow();
    await take('one.png', 1);
    await fixture.restart();
    await client().recipeFollows.confirm({ followId });
    await take('two.png', 2);
    await goBack(followId);
    expect(await settle()).toMatchObject({
      waiting: { named: [{ name: 'two.png' }] },
      heldBy: { message: expect.stringContaining('may have been run already') },
    });
    expect(service.postCount()).toBe(2);
    await client().recipeFollows.runNow({ followId });
    await doneRun(2);
    expect((await take('three.png', 3)).states.done).toBe(3);
  });

  it('follows on after a backup if no file was taken since', async () => {
    const followId = await follow();
    await fixture.restart();
    await goBack(followId);
    await look();
    await take('one.png', 1);
  });

  it('reports that it is missing, and continues when it is back', async () => {
    await follow();
    await look();
    await rename(place('in'), place('away'));
    expect((await look()).heldBy?.message).toMatch(/is not there\. Gesso continues/u);
    await pictureFile(place('away'), 'one.png', SIZE);
    await rename(place('away'), place('in'));
    expect((await look()).heldBy).toBeUndefined();
    await look();
    await doneRun(1);
  });

  it('names a file that cannot be used, and takes the others', async () => {
    await follow();
    await writeFile(place('in', 'broken.png'), 'no picture');
    const named = [{ name: 'broken.png', reason: expect.stringMatching(/./u) }];
    expect(await settle()).toMatchObject({ waiting: { files: 0, named } });
    const run = await take('one.png', 1);
    expect(run.states['left-out']).toBe(1);
    expect((await shown()).waiting.named).toEqual([]);
  });
});

describe('the daily limit of a followed folder', () => {
  it('holds files with their cost, by calls and by money, and releases more when it is raised', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    const followId = await follow({ callsADay: 2, moneyADay: 10_000 });
    for (const seed of [1, 2, 3, 4]) await arrive(`${seed}.png`, seed);
    expect(await settle()).toMatchObject({
      today: { files: 2, calls: 2, cost: 400 },
      waiting: { files: 2, calls: 2, cost: 400, named: [{ name: '3.png', cost: 200 }, {}] },
      heldBy: { message: expect.stringContaining('exceeds today’s limit') },
    });
    await doneRun(2);
    await client().recipeFollows.setLimit({ followId, callsADay: 100, moneyADay: 600 });
    expect(await look()).toMatchObject({ today: { files: 3, cost: 600 }, waiting: { files: 1 } });
    await doneRun(3);
    expect(service.postCount()).toBe(3);
    // the user's own word goes beyond it
    await client().recipeFollows.runNow({ followId });
    await doneRun(4);
    expect(await shown()).toMatchObject({ today: { files: 4, cost: 800 }, waiting: { files: 0 } });
    // another day is another limit, and another run
    now += 86_400_000;
    await arrive('5.png', 5);
    await settle();
    await expect.poll(() => client().recipes.runs()).toHaveLength(2);
  });

  it('names no day for a file that needs more than the limit of any day', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    const followId = await follow({ callsADay: 0, moneyADay: 10_000 });
    await arrive('one.png');
    const words = 'The next file needs more than the daily limit. Raise it, or run it now.';
    expect((await settle()).heldBy?.message).toBe(words);
    await client().recipeFollows.setLimit({ followId, callsADay: 10, moneyADay: 100 });
    expect((await look()).heldBy?.message).toBe(words);
    await client().recipeFollows.setLimit({ followId, callsADay: 10, moneyADay: 200 });
    await arrive('two.png', 2);
    expect((await settle()).heldBy?.message).toMatch(/waits until tomorrow/u);
  });

  it('does not run automatically when the price is unknown', async () => {
    await fixture.connectAccount();
    const followId = await follow();
    await arrive('one.png');
    expect(await settle()).toMatchObject({
      waiting: { files: 1, calls: 1, cost: undefined },
      heldBy: { message: expect.stringContaining('cost is unknown') },
    });
    expect(service.postCount()).toBe(0);
    await client().recipeFollows.runNow({ followId });
    await doneRun(1);
  });

  it('does not exceed a budget, and says so', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    const budget = { id: 'b', scope: 'all', period: 'day', amount: 100, counts: 'used' } as const;
    await client().spendForecast.setBudgets({ budgets: [{ ...budget, asks: true }] });
    const followId = await follow();
    await arrive('one.png');
    expect((await settle()).heldBy).toMatchObject({ kind: 'over-budget' });
    await expect(client().recipeFollows.runNow({ followId })).rejects.toThrow('budget');
    expect(service.postCount()).toBe(0);
    await client().spendForecast.allow({ budgetId: 'b', calls: 'next' });
    await client().recipeFollows.runNow({ followId });
    await doneRun(1);
  });

  it('gives no files to a run that is paused', async () => {
    await follow();
    const { id } = await take('one.png', 1);
    service.play((call) => call.answerWith(401, '{"reason":"INVALID_API_KEY"}'));
    await arrive('two.png', 2);
    await settle();
    await untilRun(fixture, id, ({ state }) => state === 'paused');
    await arrive('three.png', 3);
    expect((await settle()).heldBy?.message).toMatch(/Today’s run is paused/u);
    expect((await filesOf(fixture, id)).map(({ name }) => name)).toEqual(['one.png', 'two.png']);
  });
});

describe('a folder that cannot be followed', () => {
  it('has a reason: contains finished files, is followed already, or two feed each other', async () => {
    await mkdir(place('other'));
    await expect(follow({}, place('in'), place('in'))).rejects.toThrow('a folder of their own');
    await follow({}, place('in'), place('other'));
    await expect(follow({}, place('in'), place('in', 'finished'))).rejects.toThrow(
      'followed already',
    );
    await expect(follow({}, place('other'), place('in'))).rejects.toThrow('each other’s');
    await copyFile(await arrive('x.png'), place('other', 'x.png'));
    expect(await client().recipeFollows.list()).toHaveLength(1);
  });
});

describe('a typed folder path', () => {
  const begin = async (folderId: string, toFolderId: string) =>
    await client().recipeFollows.begin({
      recipeId: (await client().recipes.save({ name: 'Typed', steps: [REMOVE, saveStep()] }))
        .recipeId,
      folderId,
      toFolderId,
      takesExisting: true,
      callsADay: 10,
      moneyADay: 10_000,
    });
  const typed = async (path: string): Promise<string> => {
    const folder = await client().recipeFollows.chooseFolder({ typed: path });
    if (folder.kind !== 'chosen') throw new Error(folder.kind);
    return folder.folderId;
  };

  it('is followed when the host has no dialog, and another path receives the finished files', async () => {
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service, followEvery: 0 });
    await mkdir(place('in'));
    await mkdir(place('out'));
    await expect(typed('in')).rejects.toThrow('Enter a full path');
    await expect(typed(place('gone'))).rejects.toThrow('There is no folder');
    await expect(typed(await arrive('one.png', 1))).rejects.toThrow('There is no folder');
    await begin(await typed(place('in')), await typed(place('out')));
    await settle();
    await expect.poll(() => readdir(place('out'))).toEqual(['one_done.png']);
  });

  it('SECURITY S35: is valid for nothing else', async () => {
    answers.push(place('in'));
    expect(await client().recipeFollows.chooseFolder({ typed: '/' })).toMatchObject({
      path: place('in'),
    });
  });
});
