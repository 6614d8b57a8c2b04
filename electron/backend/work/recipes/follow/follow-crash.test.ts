/** Kills a process while watched files join the day's run: each is done once, completely. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../../../shared/contract/recipes.ts';
import { createCrashBench } from '../../../../testing/crashing-backend.ts';
import { byDepth } from '../../../../testing/depth.ts';
import { filesOf, pictureFile, recipeOf, saveStep, untilRun } from '../../../../testing/recipes.ts';
import { answerBody, startScriptedService } from '../../../../testing/scripted-service.ts';
import { STANDS_STILL } from './scan-folder.ts';

const FILES = 4;
const SIZE = { width: 60, height: 40 };
const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };

/** `count` files have `joined` the run of the day, `calls` have arrived, or files are `written`. */
type Moment = readonly [what: 'joined' | 'calls' | 'written', count: number];

/** Files of runs that have begun, as they are on the disk. */
function joinedFiles(dataFolder: string): number {
  const database = new DatabaseSync(join(dataFolder, 'library.db'), { readOnly: true });
  try {
    const row = database
      .prepare(
        `SELECT count(*) AS files FROM recipe_files JOIN recipe_runs ON recipe_runs.id = run_id
         WHERE recipe_runs.state <> 'draft'`,
      )
      .get();
    return Number(row?.['files'] ?? 0);
  } finally {
    database.close();
  }
}

describe('a followed folder whose process is killed', () => {
  it.each(
    byDepth<readonly Moment[]>(
      [
        ['joined', 2],
        ['calls', 2],
      ],
      [
        ...Array.from({ length: 12 }, (_, index) => ['joined', 1 + (index % FILES)] as const),
        ...Array.from({ length: 8 }, (_, index) => ['calls', 1 + (index % FILES)] as const),
        ...Array.from({ length: 4 }, (_, index) => ['written', 1 + (index % FILES)] as const),
      ],
    ),
  )('when %s are %i: processes every file once', async (what, count) => {
    let calls = 0;
    await using service = await startScriptedService((call) => {
      calls += 1;
      call.answerWith(200, answerBody(call.image));
    });
    const bench = createCrashBench(service);
    const [inFolder, outFolder] = [join(bench.folder, 'in'), join(bench.folder, 'out')];
    for (const folder of [inFolder, outFolder]) await mkdir(folder);
    const arrive = (seed: number) => pictureFile(inFolder, `${seed}.png`, SIZE, seed);
    const written = async () => (await readdir(outFolder)).filter((name) => name.endsWith('.png'));
    await using process = await bench.start();
    await process.ask({ kind: 'follow', recipe: recipeOf(REMOVE, saveStep()) });
    const reached = async () => {
      if (what === 'calls') return calls;
      return what === 'joined' ? joinedFiles(bench.dataFolder) : (await written()).length;
    };
    for (let seed = 1; seed <= count; seed++) {
      await arrive(seed);
      await expect.poll(reached, { interval: 1, timeout: 60_000 }).toBeGreaterThanOrEqual(seed);
    }
    await process.kill();

    for (let seed = count + 1; seed <= FILES; seed++) await arrive(seed);
    await using fixture = await bench.reopen({ followEvery: 0 });
    const [followed] = await fixture.client().recipeFollows.list();
    expect(followed?.state).toBe('to-confirm');
    await fixture.client().recipeFollows.confirm({ followId: followed?.id ?? '' });
    let now = Date.now();
    const joined = async () => {
      await fixture.backend().recipes.scanFolder((now += STANDS_STILL));
      return joinedFiles(bench.dataFolder);
    };
    await expect.poll(joined, { interval: 1, timeout: 60_000 }).toBe(FILES);
    const [run, ...others] = await fixture.client().recipes.runs();
    expect(others).toEqual([]);
    const runId = run?.id ?? '';
    const over = await untilRun(
      fixture,
      runId,
      ({ states }) => states.done + states.failed === FILES,
    );
    // a call that was under way is not known, and is not made again by itself
    expect(new Set(service.received().values())).toEqual(new Set([1]));
    expect(over.callsFailed).toBe(over.callsUnknown);
    if (over.callsUnknown > 0) {
      await fixture.client().recipes.retry({ runId });
      await untilRun(fixture, runId, ({ states }) => states.done === FILES);
    }
    const rows = await filesOf(fixture, runId);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['1.png', '2.png', '3.png', '4.png']);
    expect((await written()).toSorted()).toEqual(
      rows.map(({ name }) => name.replace('.png', '_done.png')).toSorted(),
    );
    for (const name of await written()) {
      const facts = sharp(await readFile(join(outFolder, name)));
      expect((await facts.raw().toBuffer({ resolveWithObject: true })).info).toMatchObject(SIZE);
    }
    await fixture.backend().whenIdle();
    bench.expectSound();
  });
});
