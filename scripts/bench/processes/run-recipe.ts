/**
 * Runs three steps on every file of a folder (text removed, mirrored, saved), by a recipe or one operation after the
 * other with as many at once, and prints times and memory as JSON. Arguments: base URL, folder of the files, folder
 * for data, `recipe` or `bare`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackendFixture } from '../../../electron/testing/backend-fixture.ts';
import { recipeOf, saveStep } from '../../../electron/testing/recipes.ts';
import type { FrozenRecipe } from '../../../shared/contract/recipes.ts';
import { RECIPES, type RecipeReport } from '../recipes.ts';

const [baseUrl = '', files = '', folder = '', mode = 'recipe'] = process.argv.slice(2);
const fixture = await createBackendFixture({
  service: { baseUrl, key: 'none' },
  folder,
  dataFolder: join(folder, 'data'),
});
const client = fixture.client();
await client.settings.update({ imageCallsPerMinute: 1000, concurrentCalls: RECIPES.atOnce });
const paths = (await readdir(files)).map((name) => join(files, name));
const SAVE = { format: 'jpeg', quality: 85, lossless: false } as const;

let afterFirst = 0;

async function byRecipe(): Promise<number> {
  const { runId } = await client.recipes.draft({});
  await fixture.backend().recipes.addPaths(runId, paths);
  const recipe: FrozenRecipe = recipeOf(
    { kind: 'remove-text', detail: 'full', where: 'whole' },
    { kind: 'crop', turn: 0, mirror: true },
    saveStep(SAVE),
  );
  await client.recipes.start({ runId, recipe, stored: 'ignore' });
  for await (const [run] of await client.recipes.runChanges()) {
    const done = run?.states.done ?? 0;
    if (done >= RECIPES.first && afterFirst === 0) afterFirst = process.memoryUsage.rss();
    if (run?.state === 'done') return done;
  }
  throw new Error('The stream of runs ended.');
}

async function bare(path: string): Promise<void> {
  const { id: photoId } = await fixture.importPhoto(await readFile(path), 'photo.png');
  const { jobId } = await client.removeText.run({ photoId, mode: 'whole' });
  await fixture.until(jobId);
  const shown = await client.photos.asItLooks({ photoId, purpose: 'picture' });
  const turned = await client.faces.turn({ photoId: shown.id, turn: 'mirror' });
  await client.export.save({ photoId: turned.id, ...SAVE });
  await fixture.saved.at(-1)?.write(join(folder, `${photoId}.jpg`));
}

async function oneByOne(): Promise<number> {
  const left = [...paths];
  const worker = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await bare(path);
  };
  await Promise.all(Array.from({ length: RECIPES.atOnce }, worker));
  return paths.length;
}

const started = performance.now();
const done = mode === 'recipe' ? await byRecipe() : await oneByOne();
const report: RecipeReport = {
  done,
  milliseconds: performance.now() - started,
  afterFirst,
  atEnd: process.memoryUsage.rss(),
};
process.stdout.write(JSON.stringify(report));
await fixture[Symbol.asyncDispose]();
