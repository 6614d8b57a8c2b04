/**
 * Plans a recipe on every file of a folder, or does no more than has to be done for it: reads the headers, or finds
 * the text of each as well. Prints times as JSON. Arguments: folder of the files, folder for data, `plan` or `bare`,
 * `headers` or `text`.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFinder } from '../../../electron/backend/recipes/finder.ts';
import { readableFile } from '../../../electron/backend/recipes/readable.ts';
import type { Selection } from '../../../electron/backend/selection/selection.ts';
import { createPerception } from '../../../electron/backend/perception/perception.ts';
import { createPerceptionProcess } from '../../../electron/backend/perception/perception-process.ts';
import { forkPerception } from '../../../electron/perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../../../electron/perception/model-files.ts';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { recipeOf, saveStep } from '../../../electron/testing/recipes.ts';
import type { RecipeStep } from '../../../shared/contract/recipes.ts';
import type { PlanReport } from '../recipe-plan.ts';

const [files = '', folder = '', mode = 'plan', what = 'headers'] = process.argv.slice(2);
const paths = (await readdir(files)).sort().map((name) => join(files, name));

const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };
const STEPS: readonly RecipeStep[] = [
  what === 'text' ? { ...REMOVE, only: { if: 'found', what: 'text' } } : REMOVE,
  { kind: 'crop', turn: 0, mirror: true },
  saveStep({ format: 'jpeg' }),
];

async function byPlan(): Promise<PlanReport> {
  await using fixture = await createBackendFixture({
    service: { baseUrl: 'http://127.0.0.1:9', key: 'none' },
    folder,
    dataFolder: join(folder, 'data'),
  });
  const client = fixture.client();
  const { runId } = await client.recipes.draft({});
  await fixture.backend().recipes.addPaths(runId, paths);
  const started = performance.now();
  let sums = 0;
  let firstSum = 0;
  let planned = 0;
  for await (const plan of await client.recipes.plan({ runId, recipe: recipeOf(...STEPS) })) {
    sums += 1;
    firstSum ||= performance.now() - started;
    planned = plan.planned;
  }
  return { files: planned, milliseconds: performance.now() - started, sums, firstSum };
}

/** The finder works on what is found, and so is the same. */
async function bare(): Promise<PlanReport> {
  const perception = createPerception(
    createPerceptionProcess(
      () => forkPerception(DEVELOPMENT_MODELS),
      (line) => process.stderr.write(`${line}\n`),
    ),
  );
  const selection: Partial<Selection> = { close: () => Promise.resolve() };
  const finder = createFinder({ perception, selection: selection as Selection });
  const started = performance.now();
  for (const path of paths) {
    const picture = await readableFile(path, 'file.jpg');
    if (what === 'text') await finder.has('text', picture);
  }
  const milliseconds = performance.now() - started;
  await finder.close();
  await perception.close();
  return { files: paths.length, milliseconds, sums: 0, firstSum: 0 };
}

process.stdout.write(JSON.stringify(mode === 'plan' ? await byPlan() : await bare()));
