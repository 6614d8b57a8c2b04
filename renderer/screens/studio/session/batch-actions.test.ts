/** Prepares batches: one draft at a time, planned for the latest request, then discarded. */
import { expect, it, vi } from 'vitest';
import type { RecipePlan } from '../../../../shared/contract/recipes.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createStudioFixture, type StudioFixture } from '../testing/studio-fixture.ts';

const PLAN: RecipePlan = {
  planned: 1,
  files: 1,
  taking: 1,
  calls: 1,
  storedCalls: 0,
  pixels: 1,
  isEstimate: false,
  isPractice: true,
  steps: [{ calls: 1 }],
  leftOutCount: 0,
  leftOut: [],
};

/** A studio with the photo `a`; drafts are `run 1`, `run 2`, … */
async function withPhoto(
  start: () => void | Promise<void> = () => undefined,
): Promise<StudioFixture> {
  let drafts = 0;
  const studio = createStudioFixture({
    recipes: {
      draft: () => ({ runId: `run ${++drafts}` }),
      keepMask: () => ({ maskId: 'mask' }),
      addPhotos: () => ({ added: 1 }),
      async *plan() {
        yield PLAN;
      },
      start,
      removeRun: () => undefined,
      files: ({ offset }) => ({
        total: 201,
        rows: [
          {
            position: offset,
            name: `${offset}.png`,
            folder: '',
            state: 'done',
            judgement: 'none',
            steps: [],
            calls: 1,
            after: { photoId: offset === 0 ? 'a' : 'b', width: 1, height: 1, patchIds: [] },
          },
        ],
      }),
    },
  });
  await studio.session.strip.importFiles([new File(['a'], 'a'), new File(['b'], 'b')]);
  await studio.session.batches.prepare('same-mask');
  await planned(studio);
  return studio;
}

const state = (studio: StudioFixture) => studio.store.getState().batches;
const planned = (studio: StudioFixture) =>
  vi.waitFor(() => expect(state(studio).plan).toEqual(PLAN));

it('replans with every setting, and leaves no draft behind', async () => {
  const studio = await withPhoto();
  studio.session.batches.change({ placement: 'bottom-right' });
  await planned(studio);
  expect(studio.inputsOf('recipes.removeRun')).toEqual([{ runId: 'run 1' }]);
  const mask = { from: 'kept', maskId: 'mask', placement: 'bottom-right' };
  expect(studio.inputsOf('recipes.plan').at(-1)).toMatchObject({
    runId: 'run 2',
    recipe: { name: 'Same mask', steps: [{ kind: 'clean-up', mask }] },
  });
  studio.session.batches.forget();
  await vi.waitFor(() =>
    expect(studio.inputsOf('recipes.removeRun').at(-1)).toEqual({ runId: 'run 2' }),
  );
  expect(state(studio).draft).toBeUndefined();
});

it('starts a batch as one run of the Studio, and closes the dialog', async () => {
  const studio = await withPhoto();
  const { batches } = studio.session;
  await Promise.all([batches.start('use'), batches.start('use')]);
  expect(studio.inputsOf('recipes.start')).toMatchObject([
    { runId: 'run 1', stored: 'use', isOfStudio: true },
  ]);
  expect(state(studio)).toMatchObject({ draft: undefined, isStarting: false });
  batches.forget();
  expect(studio.inputsOf('recipes.removeRun')).toEqual([]);
});

it('does not remove the batch that is starting when its dialog is closed', async () => {
  const answer = Promise.withResolvers<void>();
  const studio = await withPhoto(() => answer.promise);
  const starting = studio.session.batches.start('use');
  await vi.waitFor(() => expect(studio.inputsOf('recipes.start')).toHaveLength(1));
  studio.session.batches.forget();
  answer.resolve();
  await starting;
  expect(studio.inputsOf('recipes.removeRun')).toEqual([]);
  expect(state(studio)).toMatchObject({ draft: undefined, error: undefined, isStarting: false });
});

it('keeps the dialog open when the start is refused, and starts the same draft later', async () => {
  let isRefused = true;
  const studio = await withPhoto(() => {
    if (isRefused) throw new AppError('over-budget', 'Over your budget.');
  });
  await studio.session.batches.start('ignore');
  expect(state(studio)).toMatchObject({ draft: {}, error: { kind: 'over-budget' } });
  isRefused = false;
  await studio.session.batches.start('ignore');
  expect(studio.inputsOf('recipes.start')).toMatchObject([{ runId: 'run 1' }, { runId: 'run 1' }]);
  expect(state(studio)).toMatchObject({ draft: undefined, error: undefined });
});

it('selects all photos of a finished run, page after page', async () => {
  const studio = await withPhoto();
  await studio.session.batches.show('run 1');
  expect([...studio.store.getState().strip.choice.chosen].toSorted()).toEqual(['a', 'b']);
  await studio.session.batches.saveAll('run 1');
  expect(studio.store.getState().saving.many?.map(({ name }) => name)).toEqual([
    '0.png',
    '200.png',
  ]);
});
