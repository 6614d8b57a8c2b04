/** Recipes: three steps on many files beside the same operations one by one, and memory beside that after the first. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noisePng } from '../../electron/testing/pictures.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { measureRecipeGrid } from './recipe-grid.ts';
import { runAsHost } from './run-process.ts';
import { startSinkProcess } from './server-process.ts';
import { medianOf } from './statistics.ts';

/** Figures of one run; bytes and milliseconds. */
export interface RecipeReport {
  readonly done: number;
  readonly milliseconds: number;
  /** Resident memory once the first files are done, and at the end. */
  readonly afterFirst: number;
  readonly atEnd: number;
}

export const RECIPES = {
  files: 1000,
  /** Pixels of each. */
  size: { width: 600, height: 400 },
  /** Calls at once, and files at once where there is no recipe. */
  atOnce: 4,
  /** Files after which memory is compared with the end. */
  first: 50,
  /** Of the throughput one by one. */
  leastShare: 0.8,
  /** Times the memory after the first ones. */
  mostGrowth: 1.2,
} as const;

/** See the file comment. */
export async function measureRecipes(context: BenchContext): Promise<readonly Figure[]> {
  const { files, size, leastShare, mostGrowth } = RECIPES;
  const set = join(context.folder, 'recipe-files');
  await mkdir(set);
  context.say(`recipes: making ${files} files`);
  for (let seed = 1; seed <= files; seed++) {
    await writeFile(join(set, `${seed}.png`), await noisePng(size.width, size.height, seed));
  }
  const picture = join(context.folder, 'recipe-answer.png');
  await writeFile(picture, await noisePng(size.width, size.height, files + 1));
  const measure = async (mode: 'recipe' | 'bare'): Promise<RecipeReport> => {
    await using service = await startSinkProcess(picture);
    const folder = await mkdtemp(join(context.folder, 'recipes-'));
    const report = await runAsHost('run-recipe.ts', service.baseUrl, set, folder, mode);
    const read = JSON.parse(report) as RecipeReport;
    if (read.done !== files) throw new Error(`Only ${read.done} files are done.`);
    return read;
  };
  const recipe: RecipeReport[] = [];
  const bare: RecipeReport[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`recipes: ${repetition + 1} of ${context.repeat}`);
    bare.push(await measure('bare'));
    recipe.push(await measure('recipe'));
  }
  const speed = ({ milliseconds }: RecipeReport) => files / (milliseconds / 60_000);
  const ours = medianOf(recipe, speed);
  const theirs = medianOf(bare, speed);
  const growth = medianOf(recipe, ({ afterFirst, atEnd }) => atEnd / afterFirst);
  return [
    {
      name: `${files} files in three steps: files a minute`,
      unit: 'count',
      gesso: ours,
      baseline: { name: 'one by one', value: theirs },
      bound: { text: `≥ ${leastShare} ×`, isMet: ours >= leastShare * theirs },
    },
    {
      name: `memory at the end beside that after ${RECIPES.first} files`,
      unit: '×',
      gesso: growth,
      bound: { text: `≤ ${mostGrowth}`, isMet: growth <= mostGrowth },
    },
    ...(await measureRecipeGrid(context, set, picture)),
  ];
}
