/** Kills a process in the middle of a recipe: the next start continues, and no call is repeated. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FrozenRecipe, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { createCrashBench, type CrashBench } from '../../../testing/crashing-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { storedSamples } from '../../../testing/pictures.ts';
import { filesOf, pictureFile, recipeOf, saveStep, untilRun } from '../../../testing/recipes.ts';
import {
  answerBody,
  startScriptedService,
  type ReceivedCleanup,
} from '../../../testing/scripted-service.ts';

const FILES = 6;
const SIZE = { width: 160, height: 120 };

/** `count` of: `calls`: they have arrived · `answers`: … are answered · `parts`: a file is being written · `files`: … are written. */
type Moment = readonly [what: 'calls' | 'answers' | 'parts' | 'files', count: number];

const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };
const TURN: RecipeStep = { kind: 'crop', turn: 90, mirror: false };
const RECIPE: FrozenRecipe = recipeOf(REMOVE, TURN, { ...REMOVE, detail: 'reduced' }, saveStep());

/** A bar: at the lower edge of a picture as it came, at the upper one of a turned picture. */
async function answer(call: ReceivedCleanup): Promise<void> {
  const { width, height } = await sharp(call.image).metadata();
  const create = { width, height: 16, channels: 3, background: '#808080' } as const;
  const gravity = width > height ? 'south' : 'north';
  const made = await sharp(call.image)
    .composite([{ input: { create }, gravity }])
    .png()
    .toBuffer();
  call.answerWith(200, answerBody(made));
}

/** Names in the folder of what Gesso keeps of the run. */
async function savedNames({ dataFolder }: CrashBench): Promise<readonly string[]> {
  const root = join(dataFolder, 'recipes', 'saved');
  const runs = await readdir(root).catch(() => []);
  const names = await Promise.all(runs.map((run) => readdir(join(root, run)).catch(() => [])));
  return names.flat();
}

const isPart = (name: string): boolean => name.endsWith('.part');

async function untilSaved(
  bench: CrashBench,
  isReached: (names: readonly string[]) => boolean,
): Promise<void> {
  await expect
    .poll(async () => isReached(await savedNames(bench)), { interval: 1, timeout: 60_000 })
    .toBe(true);
}

describe('a recipe whose process is killed', () => {
  it.each(
    byDepth<readonly Moment[]>(
      [
        ['calls', 1],
        ['calls', 7],
        ['answers', 4],
        ['parts', 1],
        ['files', 3],
      ],
      [
        ...Array.from({ length: 12 }, (_, index) => ['calls', index + 1] as const),
        ...Array.from({ length: 12 }, (_, index) => ['answers', index + 1] as const),
        ...Array.from({ length: 20 }, () => ['parts', 1] as const),
        ...Array.from({ length: 6 }, (_, index) => ['files', index + 1] as const),
      ],
    ),
  )('at its %s, number %i: completes the rest, each once', async (what, count) => {
    let calls = 0;
    let answers = 0;
    const reached = Promise.withResolvers<void>();
    await using service = await startScriptedService(async (call) => {
      calls += 1;
      // the call of this moment is never answered: its outcome is not known
      if (what === 'calls' && calls >= count) return reached.resolve();
      await answer(call);
      answers += 1;
      if (what === 'answers' && answers === count) reached.resolve();
    });
    const bench = createCrashBench(service);
    const input = join(bench.folder, 'in');
    for (let seed = 1; seed <= FILES; seed++) await pictureFile(input, `${seed}.png`, SIZE, seed);
    await using process = await bench.start();
    const { runId = '' } = await process.ask({ kind: 'recipe', paths: [input], recipe: RECIPE });
    if (what === 'parts') await untilSaved(bench, (names) => names.some(isPart));
    else if (what === 'files') {
      await untilSaved(bench, (names) => names.filter((name) => !isPart(name)).length >= count);
    } else await process.beforeEnd(reached.promise);
    await process.kill();

    service.play(answer);
    await using fixture = await bench.reopen();
    await untilRun(fixture, runId, ({ state }) => state === 'done' || state === 'paused');
    // one whose head alone had left is not known either, and did not arrive
    expect(new Set(service.received().values())).toEqual(new Set([1]));
    const { callsUnknown, callsFailed } = await fixture.client().recipes.run({ runId });
    expect(callsFailed).toBe(callsUnknown);
    if (callsUnknown > 0) {
      await fixture.client().recipes.retry({ runId });
      await untilRun(fixture, runId);
    }
    const rows = await filesOf(fixture, runId);
    expect(rows.map(({ state }) => state)).toEqual(Array(FILES).fill('done'));
    // a file each, whole, under its own name
    const names = await savedNames(bench);
    expect(names.toSorted()).toEqual(
      rows.map(({ name }) => name.replace('.png', '_done.png')).toSorted(),
    );
    for (const { steps, name } of rows) {
      expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
      const { data, width, height } = await storedSamples(
        await fixture.bytes(steps[3]?.saved?.url),
      );
      expect({ width, height }).toEqual({ width: SIZE.height, height: SIZE.width });
      const source = await sharp(join(input, name)).rotate(90).raw().toBuffer();
      const middle = (60 * width + 80) * 3;
      expect([...data.subarray(middle, middle + 90)]).toEqual([
        ...source.subarray(middle, middle + 90),
      ]);
    }
    await fixture.backend().whenIdle();
    bench.expectSound();
  });
});
