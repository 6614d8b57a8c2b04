import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  FrozenRecipe,
  RecipeFile,
  RecipePlan,
  RecipeRun,
  RecipeStep,
} from '../../shared/contract/recipes.ts';
import type { BackendFixture } from './backend-fixture.ts';
import { noisePng } from './pictures.ts';

export async function pictureFile(
  folder: string,
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  seed = 1,
): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await noisePng(width, height, seed));
  return path;
}

export function recipeOf(...steps: readonly RecipeStep[]): FrozenRecipe {
  return { name: 'Test recipe', steps };
}

/** The save step of tests: into the run's folder at once. */
export function saveStep(
  changes: Partial<Extract<RecipeStep, { readonly kind: 'save' }>> = {},
): RecipeStep {
  return {
    kind: 'save',
    format: 'png',
    quality: 85,
    lossless: false,
    exif: 'none',
    namePattern: '{name}_done',
    when: 'at-once',
    ...changes,
  };
}

/** A draft with photos of the library, as the Studio makes one. */
export async function photoDraft(
  fixture: BackendFixture,
  photoIds: readonly string[],
): Promise<string> {
  const { runId } = await fixture.client().recipes.draft({});
  await fixture.client().recipes.addPhotos({ runId, photoIds });
  return runId;
}

/** Starts steps on a draft, or on the files at these paths. @returns the run's id */
export async function startRun(
  fixture: BackendFixture,
  on: string | readonly string[],
  steps: readonly RecipeStep[],
  more: Partial<Parameters<ReturnType<BackendFixture['client']>['recipes']['start']>[0]> = {},
): Promise<string> {
  const runId = typeof on === 'string' ? on : await draftOf(fixture, on);
  const recipe = recipeOf(...steps);
  await fixture.client().recipes.start({ runId, recipe, stored: 'ignore', ...more });
  return runId;
}

/** A run of one step on photos, as the Studio starts it. @returns its id */
export async function startOnPhotos(
  fixture: BackendFixture,
  photoIds: readonly string[],
  step: RecipeStep,
  stored: 'ignore' | 'use' = 'ignore',
): Promise<string> {
  const runId = await photoDraft(fixture, photoIds);
  return await startRun(fixture, runId, [step], { stored, isOfStudio: true });
}

/** A clean-up with the mask that is painted on this photo, scaled to each picture. */
export async function sameMask(fixture: BackendFixture, photoId: string): Promise<RecipeStep> {
  const { maskId } = await fixture.client().recipes.keepMask({ photoId });
  const mask = { from: 'kept', maskId, placement: 'scale' } as const;
  return { kind: 'clean-up', mask, margin: 4, matchColors: false };
}

/** A draft with the files at these paths. */
export async function draftOf(fixture: BackendFixture, paths: readonly string[]): Promise<string> {
  const { runId } = await fixture.client().recipes.draft({});
  await fixture.backend().recipes.addPaths(runId, paths);
  return runId;
}

/** The last sums of a plan. */
export async function planOf(
  fixture: BackendFixture,
  runId: string,
  recipe: FrozenRecipe,
): Promise<RecipePlan> {
  let last: RecipePlan | undefined;
  for await (const plan of await fixture.client().recipes.plan({ runId, recipe })) last = plan;
  if (last === undefined) throw new Error('The plan had no sums.');
  return last;
}

/** Ms; a test that takes longer says where its run stands instead of nothing. */
const PATIENCE = 90_000;

export async function untilRun(
  fixture: BackendFixture,
  runId: string,
  isWanted: (run: RecipeRun) => boolean = ({ state }) => state === 'done',
): Promise<RecipeRun> {
  let run: RecipeRun | undefined;
  const signal = AbortSignal.timeout(PATIENCE);
  for await (const runs of await fixture.client().recipes.runChanges(undefined, { signal })) {
    run = runs.find(({ id }) => id === runId);
    if (run !== undefined && isWanted(run)) return run;
  }
  throw new Error(`The run stays ${JSON.stringify(run)}.`);
}

export async function filesOf(
  fixture: BackendFixture,
  runId: string,
): Promise<readonly RecipeFile[]> {
  const page = { runId, filter: 'all', offset: 0, limit: 200 } as const;
  return (await fixture.client().recipes.files(page)).rows;
}

/** Answers of the dialog for a folder: `in` and `out` in this one, by turns. */
export function followedFolders(folder: string): () => Promise<string> {
  let asked = 0;
  return () => Promise.resolve(join(folder, asked++ % 2 === 0 ? 'in' : 'out'));
}

/** Follows the first folder that the dialog names, and saves into the second one. Takes the files that are there. */
export async function followFolder(
  fixture: BackendFixture,
  { name, steps }: FrozenRecipe,
): Promise<void> {
  const { recipes, recipeFollows, settings, export: saving } = fixture.client();
  await settings.update({ imageCallsPerMinute: 1000 });
  const { recipeId } = await recipes.save({ name, steps });
  const chosen = await recipeFollows.chooseFolder({});
  const to = await saving.folderForMany();
  if (chosen.kind !== 'chosen' || to.kind !== 'ready') throw new Error('No folder was chosen.');
  await recipeFollows.begin({
    recipeId,
    folderId: chosen.folderId,
    into: to.into,
    takesExisting: true,
    callsADay: 100,
    moneyADay: 10_000,
  });
}

/** Runs steps on files. @returns the files as they are when the run is done */
export async function runOn(
  fixture: BackendFixture,
  paths: readonly string[],
  ...steps: readonly RecipeStep[]
): Promise<{ readonly runId: string; readonly files: readonly RecipeFile[] }> {
  const runId = await startRun(fixture, paths, steps);
  await untilRun(fixture, runId);
  return { runId, files: await filesOf(fixture, runId) };
}

/** Runs one step on a file and saves it. @returns the address of the saved picture */
export async function savedAfter(
  fixture: BackendFixture,
  path: string,
  step: RecipeStep,
): Promise<string | undefined> {
  const { files } = await runOn(fixture, [path], step, saveStep());
  const steps = files[0]?.steps ?? [];
  const states = steps.map(({ state }) => state).join();
  if (states !== 'done,done') throw new Error(`The steps ended as ${states}.`);
  return steps[1]?.saved?.url;
}
