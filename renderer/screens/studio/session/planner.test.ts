import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { rectOfSize } from '../../../../shared/geometry/rect.ts';
import { MASK_TILE } from '../../../../shared/mask/mask-tiles.ts';
import { nextRun } from '../model/next-run.ts';
import {
  createStudioFixture,
  openStudio,
  later,
  noCalls,
  LEFT,
  patch,
  PHOTO_SIZE,
  RIGHT,
} from '../testing/studio-fixture.ts';

const ASKED = 'cleanup.plan';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Long enough for everything that waits for a pause. */
const pause = () => vi.advanceTimersByTimeAsync(1000);

describe('the plan of the next run', () => {
  it('follows the mask, and asks the backend once after many edits', async () => {
    const studio = await openStudio();
    await pause();
    expect(studio.inputsOf(ASKED)).toEqual([]); // nothing is painted
    studio.canvas.paint(LEFT);
    studio.canvas.paint(RIGHT);
    await pause();
    // of so small a photo both are sent together
    expect(nextRun(studio.store.getState()).regions).toEqual([rectOfSize(PHOTO_SIZE)]);
    expect(studio.inputsOf(ASKED)).toEqual([{ photoId: 'photo' }]);
    expect(studio.store.getState().run.calls).toEqual(noCalls());
  });

  it('is never made while a stroke is painted', async () => {
    const studio = await openStudio();
    studio.canvas.paint(LEFT);
    studio.canvas.setPainting(true);
    await pause();
    expect(nextRun(studio.store.getState()).regions).toEqual([]);
    expect(studio.inputsOf(ASKED)).toEqual([]);
    studio.canvas.setPainting(false);
    await pause();
    expect(nextRun(studio.store.getState()).regions).toHaveLength(1);
    expect(studio.inputsOf(ASKED)).toHaveLength(1);
  });

  it('drops an answer to an older request', async () => {
    const answers = [later<CallPlan>(), later<CallPlan>()];
    let asked = 0;
    const studio = await openStudio({
      cleanup: { plan: () => answers[asked++]?.promise ?? noCalls() },
    });
    studio.canvas.paint(LEFT);
    await pause();
    studio.canvas.paint(RIGHT);
    await pause();
    expect(asked).toBe(2);
    answers[1]?.resolve({ ...noCalls(), cost: 2 });
    await pause();
    answers[0]?.resolve({ ...noCalls(), cost: 1 });
    await pause();
    expect(studio.store.getState().run.calls?.cost).toBe(2);
  });

  it('follows undo and redo at once, with the cached answer', async () => {
    let cost = 0;
    const studio = await openStudio({ cleanup: { plan: () => ({ ...noCalls(), cost: ++cost }) } });
    const costShown = () => studio.store.getState().run.calls?.cost;
    studio.canvas.paint(LEFT);
    await pause();
    const first = studio.store.getState().run.painted;
    studio.canvas.paint(RIGHT);
    await pause();
    expect(costShown()).toBe(2);
    await studio.session.core.history.undo();
    expect(studio.store.getState().run.painted).toEqual(first);
    expect(costShown()).toBe(1);
    await studio.session.core.history.redo();
    expect(costShown()).toBe(2);
    await pause(); // the backend is asked anyway
    expect(costShown()).toBe(3);
    studio.session.plan.askAgain(); // prices or the account have changed, so cached answers are dropped
    await studio.session.core.history.undo();
    expect(costShown()).toBeUndefined();
  });

  it('waits after undo steps until they are on the screen, and is made once for all', async () => {
    const waiting: (() => void)[] = [];
    let isFrameDue = false;
    const studio = createStudioFixture({}, (task) => {
      if (isFrameDue) waiting.push(task);
      else task();
    });
    const { core } = studio.session;
    await studio.open();
    studio.canvas.paint(LEFT);
    await pause();
    const first = studio.store.getState().run.painted;
    studio.canvas.paint(RIGHT);
    await pause();
    const both = studio.store.getState().run.painted;
    isFrameDue = true;
    const plans = vi.spyOn(core.mask, 'packed');
    await core.history.undo();
    await core.history.redo();
    await core.history.undo();
    expect(plans).not.toHaveBeenCalled();
    expect(studio.store.getState().run.painted).toBe(both);
    for (const task of waiting.splice(0)) task();
    expect(plans).toHaveBeenCalledOnce();
    expect(studio.store.getState().run.painted).toEqual(first);
    await core.history.redo();
    await studio.open('other');
    plans.mockClear();
    for (const task of waiting.splice(0)) task();
    expect(plans).not.toHaveBeenCalled(); // it was for the photo before
  });

  it('reads a large mask in tasks of 64 tiles each', async () => {
    const studio = await openStudio();
    const seen = new Set<number>();
    const tiles = Array.from({ length: 150 }, (_none, index) => {
      const bits = new Uint8Array(MASK_TILE.packedBytes).fill(1);
      const { buffer } = bits;
      Object.defineProperty(bits, 'buffer', { get: () => (seen.add(index), buffer) });
      return { column: index % 15, row: Math.floor(index / 15), bits };
    });
    vi.spyOn(studio.session.core.mask, 'packed').mockReturnValue(tiles);
    studio.canvas.paint(LEFT);
    const counts: number[] = [];
    while (studio.store.getState().run.painted !== tiles) {
      seen.clear();
      vi.advanceTimersToNextTimer();
      if (seen.size > 0) counts.push(seen.size);
    }
    expect(counts).toEqual([64, 64, 22]);
    seen.clear();
    studio.canvas.paint(RIGHT);
    await pause();
    expect(seen.size).toBe(0);
  });

  it('gives the reason when there is none', async () => {
    const studio = await openStudio({
      cleanup: {
        plan: () => {
          throw new AppError('no-connection', 'No account.');
        },
      },
    });
    studio.canvas.paint(LEFT);
    await pause();
    expect(studio.store.getState().run).toMatchObject({ calls: undefined, problem: 'No account.' });
    expect(studio.store.getState().error).toBeUndefined();
  });

  it('is requested again when results, boxes or the settings change', async () => {
    const studio = await openStudio();
    studio.canvas.paint(LEFT);
    await pause();
    expect(studio.inputsOf(ASKED)).toHaveLength(1);
    studio.patches = [patch('a')];
    await studio.session.results.refresh();
    await pause();
    expect(studio.inputsOf(ASKED)).toHaveLength(2);
    const box = { x: 0, y: 0, width: 150, height: 150 };
    studio.session.plan.setCleanupBoxes([box], 'resize box');
    await pause();
    expect(studio.inputsOf(ASKED).at(-1)).toEqual({ photoId: 'photo', regions: [box] });
    studio.session.plan.askAgain();
    await pause();
    expect(studio.inputsOf(ASKED)).toHaveLength(4);
  });

  it('ends with its photo', async () => {
    const studio = await openStudio();
    studio.canvas.paint(LEFT);
    await vi.advanceTimersByTimeAsync(100);
    studio.session.strip.close();
    await pause();
    expect(studio.inputsOf(ASKED)).toEqual([]);
    expect(nextRun(studio.store.getState()).regions).toEqual([]);
  });
});

describe('text that is to be removed', () => {
  it('is sent whole, or by the drawn boxes, which are stored with the photo', async () => {
    const studio = await openStudio({ removeText: { plan: noCalls } });
    studio.session.plan.chooseOperation('remove-text');
    expect(nextRun(studio.store.getState())).toMatchObject({ text: { mode: 'whole' } });
    studio.session.plan.chooseTool('text-box');
    expect(nextRun(studio.store.getState()).regions).toEqual([]);
    const index = studio.session.plan.addTextBox({ x: 10, y: 10 }, { x: 110, y: 60 });
    expect(index).toBe(0);
    await pause();
    const box = { x: 10, y: 10, width: 100, height: 50 };
    expect(nextRun(studio.store.getState()).regions).toEqual([box]);
    expect(studio.inputsOf('removeText.plan').at(-1)).toEqual({
      photoId: 'photo',
      mode: 'boxes',
      boxes: [box],
    });
    expect(studio.inputsOf('removeText.saveBoxes')).toEqual([{ photoId: 'photo', boxes: [box] }]);
  });

  it('switches tools: the hand, the Text box when boxes are needed, and back', async () => {
    const studio = await openStudio();
    const { core, plan } = studio.session;
    const tool = () => core.getSnapshot().tool;
    core.tools.setTool('lasso');
    plan.chooseOperation('remove-text');
    expect(tool()).toBe('hand');
    plan.chooseTextMode('boxes');
    expect(tool()).toBe('text-box');
    plan.chooseOperation('cleanup');
    expect(tool()).toBe('lasso');
    core.tools.setTool('hand'); // selected by the user: it stays
    plan.chooseOperation('cleanup');
    expect(tool()).toBe('hand');
  });

  it('is replaced by a clean-up as soon as something is or will be painted', async () => {
    const studio = await openStudio();
    const { core, plan } = studio.session;
    const operation = () => studio.store.getState().run.operation;
    for (const tool of ['brush', 'eraser', 'rectangle', 'lasso'] as const) {
      plan.chooseOperation('remove-text');
      core.tools.setTool(tool);
      expect(operation(), tool).toBe('cleanup');
    }
    plan.chooseOperation('remove-text');
    studio.canvas.setPainting(true); // a pen's other end, with any tool
    expect(operation()).toBe('cleanup');
    studio.canvas.setPainting(false);
    plan.chooseTool('text-box');
    plan.chooseTool('hand');
    expect(operation()).toBe('remove-text');
  });

  it('does not run without a box, and says so until one is drawn', async () => {
    const studio = await openStudio();
    studio.session.plan.chooseTool('text-box');
    await studio.session.runs.run('use');
    expect(studio.store.getState().error?.kind).toBe('empty-mask');
    studio.session.plan.addTextBox({ x: 10, y: 10 }, { x: 110, y: 60 });
    expect(studio.store.getState().error).toBeUndefined();
  });
});
