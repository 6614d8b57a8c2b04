import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import { noisePng } from '../../electron/testing/pictures.ts';
import { recipeOf, saveStep } from '../../electron/testing/recipes.ts';
import { BOUNDS } from './bounds.ts';
import { inTurns, timed, type BenchContext } from './harness.ts';
import { startImageService } from './processes.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';

const FILES = 120;
const AT_ONCE = 4;
/** Pixels of each file. */
const SIZE = [600, 400] as const;
const SAVE = { format: 'jpeg', quality: 85, lossless: false } as const;

export async function measureRecipes(context: BenchContext): Promise<readonly Figure[]> {
  const set = join(context.folder, 'recipe-files');
  await mkdir(set);
  context.say(`recipes: making ${FILES} files`);
  const paths = Array.from({ length: FILES }, (_, index) => join(set, `${index}.png`));
  for (const [seed, path] of paths.entries()) await writeFile(path, await noisePng(...SIZE, seed));
  await using service = await startImageService(paths[0] ?? '');
  const filesPerMinute = async (act: (fixture: BackendFixture) => Promise<void>) => {
    const folder = await mkdtemp(join(context.folder, 'recipes-'));
    await using fixture = await createBackendFixture({
      service: { baseUrl: service.baseUrl, key: 'none' },
      folder,
    });
    await fixture.client().settings.update({ imageCallsPerMinute: 1000, concurrentCalls: AT_ONCE });
    return FILES / ((await timed(() => act(fixture))) / 60_000);
  };
  const { bare, recipe } = await inTurns(context, 'recipes', {
    bare: () => filesPerMinute((fixture) => runOneByOne(fixture, paths)),
    recipe: () => filesPerMinute((fixture) => runRecipe(fixture, paths)),
  });
  return [
    {
      name: `${FILES} files in three steps: files a minute`,
      unit: 'count',
      gesso: median(recipe),
      beside: ['one by one', median(bare)],
      bound: BOUNDS.recipes.speed,
    },
  ];
}

async function runRecipe(fixture: BackendFixture, paths: readonly string[]): Promise<void> {
  const { recipes } = fixture.client();
  const { runId } = await recipes.draft({});
  await fixture.backend().recipes.addPaths(runId, [...paths]);
  const recipe = recipeOf(
    { kind: 'remove-text', detail: 'full', where: 'whole' },
    { kind: 'crop', turn: 0, mirror: true },
    saveStep(SAVE),
  );
  await recipes.start({ runId, recipe, stored: 'ignore' });
  for await (const [run] of await recipes.runChanges()) {
    if (run?.state !== 'done') continue;
    if (run.states.done !== FILES) throw new Error(`Only ${run.states.done} files are done.`);
    return;
  }
}

async function runOneByOne(fixture: BackendFixture, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const worker = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await runSteps(fixture, path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function runSteps(fixture: BackendFixture, path: string): Promise<void> {
  const client = fixture.client();
  const { id: photoId } = await fixture.importPhoto(await readFile(path), 'photo.png');
  const { jobId } = await client.removeText.run({ photoId, mode: 'whole' });
  await fixture.until(jobId);
  const shown = await client.photos.asItLooks({ photoId, purpose: 'picture' });
  const turned = await client.faces.turn({ photoId: shown.id, turn: 'mirror' });
  await client.export.save({ photoId: turned.id, ...SAVE });
  await fixture.saved.at(-1)?.write(`${path} ${jobId}.jpg`); // must not exist
}
