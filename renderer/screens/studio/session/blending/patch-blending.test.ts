import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PatchBlend } from '../../../../../shared/contract/patch-blend.ts';
import { MOST_FEATHER, UNBLENDED } from '../../../../../shared/blend/patch-weights.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Script } from '../../testing/scripted-backend.ts';
import { createStudioFixture, patch, type StudioFixture } from '../../testing/studio-fixture.ts';
import type { OpenBlend } from './patch-blending.ts';

const A = 'result of a';
const B = 'result of b';
const EARLIER: PatchBlend = { opacity: 0.8, feather: 4, strokes: [] };

beforeEach(() => {
  // the weights are drawn by the browser's own canvas: tested end to end
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        return null;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** A studio with two results, the first of which is judged and open; the backend keeps their blends. */
async function withOpen(script: Script = {}) {
  const kept = new Map<string, PatchBlend>([[A, EARLIER]]);
  const studio = createStudioFixture({
    patchBlend: {
      read: ({ patchId }) => ({
        blend: kept.get(patchId) ?? UNBLENDED,
        url: `/unblended/${patchId}`,
        depthUrl: `/depths/${patchId}`,
      }),
      save: ({ patchId, blend }) => void kept.set(patchId, blend),
      ...script.patchBlend,
    },
    ...(script.cleanup === undefined ? {} : { cleanup: script.cleanup }),
  });
  studio.patches = [patch('a', 1), patch('b', 2)];
  await studio.open();
  studio.session.review.judge(A);
  const blending = await use(studio, A);
  return { studio, kept, blending, blend: () => studio.store.getState().blending.open?.blend };
}

function use({ session }: StudioFixture, patchId: string): Promise<OpenBlend> {
  return new Promise((resolve) => session.blending.use(patchId, resolve));
}

it('shows a blend with its weights while it is open, and as stored before and after', async () => {
  const { studio, blend } = await withOpen();
  expect(blend()).toEqual(EARLIER);
  expect(studio.canvas.shownPatches()).toEqual([`blended ${A}`, B]);
  studio.session.review.judge(undefined);
  await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual([A, B]));
  expect(blend()).toBeUndefined();
  expect(studio.inputsOf('patchBlend.save'), 'nothing was changed').toEqual([]);
});

it('stays usable for a selected result when a stroke ends its judging', async () => {
  const { studio, kept } = await withOpen();
  const { review, blending } = studio.session;
  review.goTo(patch('b', 2));
  review.judge(undefined);
  blending.use(B, (open) => open.change({ opacity: 0.5 }));
  await vi.waitFor(() => expect(kept.get(B)).toEqual({ ...UNBLENDED, opacity: 0.5 }));
});

describe('a blend change', () => {
  it('of a slider is one step until it is released, and is saved then', async () => {
    const { studio, kept, blending, blend } = await withOpen();
    for (const opacity of [0.7, 0.6, 0.5]) blending.change({ opacity });
    expect(studio.inputsOf('patchBlend.save')).toEqual([]);
    blending.endChange();
    await studio.session.blending.flush();
    expect(kept.get(A)).toEqual({ ...EARLIER, opacity: 0.5 });
    blending.change({ opacity: 0.4 });
    blending.change({ feather: 9 });
    blending.endChange();
    await studio.session.undo();
    expect(blend()).toEqual({ ...EARLIER, opacity: 0.4 });
    await studio.session.undo();
    await studio.session.undo();
    expect(blend()).toEqual(EARLIER);
    await studio.session.redo();
    await studio.session.blending.flush();
    expect(kept.get(A)).toEqual({ ...EARLIER, opacity: 0.5 });
  });

  it('is kept within the limits of the fields, whatever is typed', async () => {
    const { studio, kept, blending, blend } = await withOpen();
    blending.change({ opacity: 1.5 });
    expect(blend()?.opacity).toBe(1);
    blending.change({ feather: 5000 });
    blending.endChange();
    await studio.session.blending.flush();
    expect(kept.get(A)).toEqual({ ...EARLIER, opacity: 1, feather: MOST_FEATHER });
    blending.change({ opacity: -0.5 });
    expect(blend()?.opacity).toBe(0);
  });

  it('of the brush is one step, and a cancelled stroke is none', async () => {
    const { studio, kept, blending } = await withOpen();
    blending.takeBrush();
    expect(studio.canvas.core.getSnapshot().tool).toBe('result-brush');
    const brush = studio.canvas.resultBrush();
    brush?.begin({ x: 30, y: 30 }, 12, false);
    brush?.extend([{ x: 40, y: 30 }]);
    brush?.end();
    brush?.begin({ x: 30, y: 40 }, 12, true);
    brush?.cancel();
    brush?.end();
    await studio.session.blending.flush();
    const { hardness } = studio.store.getState().blending;
    const stroke = { points: [30, 30, 40, 30], radius: 6, hardness, isErase: false };
    expect(kept.get(A)).toEqual({ ...EARLIER, strokes: [stroke] });
    await studio.session.undo();
    await studio.session.blending.flush();
    expect(kept.get(A)).toEqual(EARLIER);
  });

  it('can be undone while it is being saved', async () => {
    const first = Promise.withResolvers<undefined>();
    const kept: PatchBlend[] = [];
    const { studio, blending, blend } = await withOpen({
      patchBlend: {
        save: ({ blend: wanted }) => {
          kept.push(wanted);
          return kept.length === 1 ? first.promise : undefined;
        },
      },
    });
    blending.change({ opacity: 0.5 });
    blending.endChange();
    await vi.waitFor(() => expect(kept).toHaveLength(1));
    await studio.session.undo();
    void studio.session.blending.flush();
    first.resolve(undefined);
    await vi.waitFor(() => expect(kept).toEqual([{ ...EARLIER, opacity: 0.5 }, EARLIER]));
    expect(blend()).toEqual(EARLIER);
  });

  it('can be undone after the result is closed', async () => {
    const { studio, kept, blending } = await withOpen();
    blending.reset();
    studio.session.review.judge(B);
    await vi.waitFor(() => expect(kept.get(A)).toEqual(UNBLENDED));
    await studio.session.undo();
    expect(kept.get(A)).toEqual(EARLIER);
    await studio.session.redo();
    expect(kept.get(A)).toEqual(UNBLENDED);
  });

  it('is reported, not shown and no step when it cannot be saved', async () => {
    const refusal = new AppError('invalid-input', 'A run in progress uses it.');
    let isRefused = true;
    const { studio, blending, blend } = await withOpen({
      patchBlend: {
        save: () => {
          if (isRefused) throw refusal;
        },
      },
    });
    const { done } = studio.canvas.core.history;
    blending.change({ opacity: 0.1 });
    blending.endChange();
    await studio.session.blending.flush();
    expect(studio.store.getState().error?.message).toBe('A run in progress uses it.');
    expect(blend()).toEqual(EARLIER);
    expect(studio.canvas.core.history.done).toEqual(done);
    isRefused = false;
    const { error = refusal } = studio.store.getState();
    studio.session.retryOf(error)?.();
    await vi.waitFor(() => expect(blend()).toEqual({ ...EARLIER, opacity: 0.1 }));
  });

  it('is saved before a run is sent and before a file is saved', async () => {
    const { studio, blending } = await withOpen();
    const paths = () => studio.calls.map(({ path }) => path);
    blending.change({ opacity: 0.3 });
    await studio.session.runs.run('use');
    expect(paths().indexOf('patchBlend.save')).toBeGreaterThan(0);
    expect(paths().indexOf('patchBlend.save')).toBeLessThan(paths().indexOf('cleanup.run'));
    blending.change({ opacity: 0.2 });
    await studio.session.saving.save();
    expect(paths().lastIndexOf('patchBlend.save')).toBeLessThan(
      paths().indexOf('export.saveAgain'),
    );
  });
});

it('drops the brush when another result is shown, and restores the former tool', async () => {
  const { studio, blending } = await withOpen();
  studio.canvas.core.tools.setTool('lasso');
  blending.takeBrush();
  studio.session.review.judge(B);
  expect(studio.canvas.core.getSnapshot().tool).toBe('lasso');
  expect(studio.canvas.resultBrush()).toBeUndefined();
});

it('opens a blend once for concurrent actions, and applies each of them', async () => {
  const { studio } = await withOpen();
  studio.session.review.judge(B);
  const gate = studio.session.blending;
  gate.use(B);
  gate.use(B, (blending) => blending.change({ opacity: 0.5 }));
  gate.use(B, (blending) => blending.endChange());
  await vi.waitFor(() => expect(studio.inputsOf('patchBlend.save')).toHaveLength(1));
  expect(studio.inputsOf('patchBlend.read')).toHaveLength(2);
});

it('does not open a blend for a result that is gone by then', async () => {
  const { studio } = await withOpen();
  const opened = vi.fn<() => void>();
  studio.session.review.judge(B);
  studio.session.blending.use(B, opened);
  studio.session.review.judge(undefined);
  await vi.waitFor(() => expect(studio.canvas.shownPatches()).toEqual([A, B]));
  expect(opened).not.toHaveBeenCalled();
});
