import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import {
  areaOf,
  createStudioFixture,
  later,
  LEFT,
  noCalls,
  patch,
  started,
  tilesOf,
  type StudioFixture,
} from '../testing/studio-fixture.ts';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { pixelsIn } from '../testing/canvas-without-screen.ts';
import { withPatch } from '../model/patches.ts';
import type { Script } from '../testing/scripted-backend.ts';

/** A studio with two results on its photo; the backend does to them what it is asked. */
async function withResults(script: Script = {}): Promise<StudioFixture> {
  const studio = createStudioFixture({
    photos: {
      setPatchState: ({ patchId, state }) => change(studio, patchId, state),
      setPatchStates: ({ patchIds, state }) => {
        for (const id of patchIds) change(studio, id, state);
      },
      repaintPatch: ({ patchId }) => change(studio, patchId, 'hidden'),
      ...script.photos,
    },
    cleanup: { plan: noCalls, ...script.cleanup },
  });
  studio.patches = [patch('a', 1), patch('b', 2)];
  await studio.open();
  return studio;
}

/** As the backend does it; a deleted result comes back at its place. */
function change(studio: StudioFixture, id: string, state: Patch['state'] | 'deleted'): void {
  const known = [patch('a', 1), patch('b', 2), patch('c', 3)].find((each) => each.id === id);
  if (state === 'deleted') studio.patches = studio.patches.filter((each) => each.id !== id);
  else if (known !== undefined) studio.patches = withPatch(studio.patches, { ...known, state });
}

const A = 'result of a';
const B = 'result of b';
const C = 'result of c';

describe('a result in the Studio', () => {
  it('is replaced by its next variant in one step', async () => {
    const studio = await withResults();
    await studio.session.results.setShown(A, false);
    studio.session.review.goTo(patch('b', 2));
    await studio.session.results.stepVariant(B, 1);
    expect(studio.canvas.shownPatches(), 'around the end').toEqual([A]);
    expect(studio.store.getState().results).toMatchObject({ judgedId: A, selectedId: A });
    await studio.session.results.stepVariant(A, 1);
    expect(studio.canvas.shownPatches()).toEqual([B]);
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([A]);
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([B]);
  });

  it('stays when the next variant is gone, and the list is read again', async () => {
    const studio = await withResults({
      photos: {
        setPatchState: () => {
          throw new AppError('not-found', 'It is no longer here.');
        },
      },
    });
    studio.patches = studio.patches.map((each) =>
      each.id === A ? { ...each, state: 'hidden' } : each,
    );
    await studio.session.results.refresh();
    studio.patches = studio.patches.slice(1);
    await studio.session.results.stepVariant(B, 1);
    expect(studio.store.getState().error?.message).toBe('It is no longer here.');
    await vi.waitFor(() => expect(studio.store.getState().patches).toHaveLength(1));
    expect(studio.canvas.shownPatches()).toEqual([B]);
  });

  it('stays when a shown one covers it, because they are no variants', async () => {
    const studio = await withResults();
    await studio.session.results.stepVariant(A, 1);
    expect(studio.canvas.shownPatches()).toEqual([A, B]);
  });

  it('is replaced by a variant when it is deleted, in one step', async () => {
    const studio = await withResults();
    await studio.session.results.setShown(A, false);
    studio.session.review.judge(B);
    await studio.session.results.remove(B);
    expect(studio.canvas.shownPatches()).toEqual([A]);
    expect(studio.store.getState().results.judgedId).toBe(A);
    expect(studio.said).toEqual([
      'Result deleted. Clean-up 1 takes its place. Undo restores it until you close Gesso.',
    ]);
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([B]);
    expect(studio.store.getState().patches).toHaveLength(2);
  });

  it('is deleted with all variants of its slot, or with none of them', async () => {
    let used: string | undefined = A;
    const studio = await withResults({
      photos: {
        setPatchState: ({ patchId, state }) => {
          if (patchId === used && state === 'deleted') {
            throw new AppError('invalid-input', 'A run builds on it.');
          }
          change(studio, patchId, state);
        },
      },
    });
    studio.patches = [...studio.patches, patch('c', 3)];
    await studio.session.results.refresh();
    for (const id of [A, B]) await studio.session.results.setShown(id, false);
    await studio.session.results.removePlace(C);
    expect(studio.store.getState().patches).toHaveLength(3);
    used = undefined;
    await studio.session.results.removePlace(C);
    expect(studio.store.getState().patches).toEqual([]);
    expect(studio.said.at(-1)).toBe(
      '3 variants deleted. Undo restores them until you close Gesso.',
    );
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([C]);
    expect(studio.store.getState().patches).toHaveLength(3);
  });

  it('is shown with all others, one per slot', async () => {
    const studio = await withResults();
    await studio.session.results.setShown(A, false);
    await studio.session.results.setAllShown(false);
    studio.patches = studio.patches.map((each) =>
      each.id === B ? { ...each, lookedAt: 9 } : each,
    );
    await studio.session.results.refresh();
    await studio.session.results.setAllShown(true);
    expect(studio.canvas.shownPatches()).toEqual([B]);
  });

  it('is hidden with all others in one step', async () => {
    const studio = await withResults();
    await studio.session.results.setAllShown(false);
    expect(studio.canvas.shownPatches()).toEqual([]);
    expect(studio.inputsOf('photos.setPatchStates')).toHaveLength(1);
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([A, B]);
  });

  it('is restored as shown after showing and deleting at once, and a second delete is no step', async () => {
    const studio = await withResults();
    const { results } = studio.session;
    await results.setShown(A, false);
    await Promise.all([results.setShown(A, true), results.remove(A), results.remove(A)]);
    expect(studio.canvas.shownPatches()).toEqual([B]);
    expect(studio.said).toHaveLength(1);
    await studio.session.undo();
    expect(studio.canvas.shownPatches()).toEqual([A, B]);
  });

  it('stays without a step when it cannot be deleted, with the reason', async () => {
    const studio = await withResults({
      photos: {
        setPatchState: () => {
          throw new AppError('invalid-input', 'A run builds on it.');
        },
      },
    });
    const before = studio.session.core.history.done.length;
    await studio.session.results.remove(A);
    expect(studio.session.core.history.done).toHaveLength(before);
    expect(studio.canvas.shownPatches()).toEqual([A, B]);
    expect(studio.store.getState().error?.message).toBe('A run builds on it.');
    expect(studio.said).toEqual([]);
  });

  it('restores its mask for painting, and undo takes it back', async () => {
    const studio = await withResults();
    studio.masks.set(patch('a').maskUrl, tilesOf(LEFT));
    await studio.session.results.restoreMask(A);
    expect(studio.canvas.paintedPixels()).toBe(areaOf(LEFT));
    expect(studio.canvas.shownPatches()).toEqual([B]);
    await studio.session.undo();
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.canvas.shownPatches()).toEqual([A, B]);
  });

  it('is rerun with the mask of the answer: one step back, and one for the call', async () => {
    const studio = await withResults({
      cleanup: {
        runPatchAgain: () => {
          studio.patches = studio.patches.map((each) =>
            each.id === A ? { ...each, state: 'hidden' } : each,
          );
          return started(['c'], [tilesOf(LEFT)]);
        },
      },
    });
    const loads = studio.inputsOf('media.loadMask').length;
    await studio.session.results.runAgain(A, 5);
    expect(studio.inputsOf('cleanup.runPatchAgain')).toEqual([
      { photoId: 'photo', patchId: A, grow: 5, stored: 'use' },
    ]);
    expect(studio.session.core.history.done.slice(-2).map(({ label }) => label)).toEqual([
      'run result again',
      'clean-up',
    ]);
    expect(studio.canvas.paintedPixels()).toBe(0);
    expect(studio.inputsOf('media.loadMask')).toHaveLength(loads);
    await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual([B]));
  });
});

describe('browsing results', () => {
  it('moves from one to the next and restarts with another photo', async () => {
    const studio = await withResults();
    const { review } = studio.session;
    review.goToNeighbour(1);
    expect(studio.store.getState().results.selectedId).toBe(A);
    review.goToNeighbour(1);
    expect(studio.store.getState().results.selectedId).toBe(B);
    review.compare('flicker');
    studio.store.setSlice('results', { rate: 3 });
    review.flip();
    expect(studio.store.getState().results).toMatchObject({ side: 'second', rate: 3 });
    await studio.open('another');
    expect(studio.store.getState().results).toMatchObject({
      selectedId: undefined,
      compared: undefined,
      side: 'first',
      rate: 3,
    });
  });

  it('moves to the result of a job, or to the shown variant in its slot', async () => {
    const studio = await withResults();
    const { review } = studio.session;
    const selected = () => studio.store.getState().results.selectedId;
    review.goToResultOf('a');
    expect(selected()).toBe(A);
    await studio.session.results.setShown(A, false);
    review.goToResultOf('a');
    expect(selected()).toBe(B);
    studio.store.setSlice('results', { selectedId: undefined });
    review.goToResultOf('gone');
    expect(selected()).toBeUndefined();
  });

  it('stores which results are shown, as a numbered state', async () => {
    const studio = await withResults();
    studio.session.review.keepState();
    await studio.session.results.setShown(A, false);
    studio.session.review.keepState();
    expect(studio.store.getState().results.kept).toEqual([
      { number: 1, patchIds: [A, B] },
      { number: 2, patchIds: [B] },
    ]);
  });
});

it('a result that would be rerun with a grown mask shows that mask and its calls, for the latest request only, until it is over', async () => {
  const answers = [4, 9].map((grow) => ({
    plan: { ...noCalls(), cost: grow },
    mask: new Blob([encodeMaskTiles(tilesOf({ ...LEFT, width: LEFT.width + grow }))]),
  }));
  const first = later<(typeof answers)[number]>();
  const studio = await withResults({
    cleanup: {
      planPatchAgain: ({ grow }) => (grow === 4 ? first.promise : (answers[1] ?? first.promise)),
    },
  });
  const { results } = studio.session;
  const shown = () => pixelsIn(studio.store.getState().results.grownMask ?? []);
  const slow = results.previewAgain('a', 4);
  expect((await results.previewAgain('a', 9))?.cost).toBe(9);
  expect(shown()).toBe((LEFT.width + 9) * LEFT.height);
  if (answers[0] !== undefined) first.resolve(answers[0]);
  expect(await slow).toBeUndefined();
  expect(shown()).toBe((LEFT.width + 9) * LEFT.height);
  results.endPreview();
  expect(studio.store.getState().results.grownMask).toBeUndefined();
  expect(studio.canvas.paintedPixels()).toBe(0);
});
