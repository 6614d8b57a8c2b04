import { describe, expect, it } from 'vitest';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskSaver, createHistoryLog } from './mask-saver.ts';
import * as fc from 'fast-check';
import type { MaskHistory, MaskStep } from '../../../../shared/mask/mask-history.ts';
import { createEditHistory } from '../canvas/edit-history.ts';
import type { EditCommand } from '../canvas/index.ts';

function tile(column: number, value: number): PackedMaskTile {
  return { column, row: 0, bits: new Uint8Array([value]) };
}

/** A mask whose changes are taken and a store that can be slow or broken. */
function fixture() {
  let dirty: PackedMaskTile[] = [];
  const saved: (readonly PackedMaskTile[])[] = [];
  const errors: unknown[] = [];
  let failures = 0;
  let release: (() => void) | undefined;
  let isHeld = false;
  const saver = createMaskSaver(
    () => {
      const taken = dirty;
      dirty = [];
      return taken;
    },
    createHistoryLog(createEditHistory()),
    async (tiles) => {
      if (isHeld) await new Promise<void>((resolve) => (release = resolve));
      if (failures > 0) {
        failures -= 1;
        throw new Error('The disk is full.');
      }
      saved.push(tiles);
    },
    (error) => errors.push(error),
  );
  return {
    saver,
    saved,
    errors,
    paint: (...tiles: PackedMaskTile[]) => {
      dirty.push(...tiles);
    },
    fail: (times: number) => {
      failures = times;
    },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      release?.();
    },
  };
}

describe('the mask saver', () => {
  it('keeps tiles that could not be saved and sends them with the next change, newest last', async () => {
    const { saver, saved, errors, paint, fail } = fixture();
    fail(1);
    paint(tile(1, 1), tile(2, 1));
    saver.changed();
    await expect.poll(() => errors.length).toBe(1);
    paint(tile(2, 2));
    await saver.flush();
    expect(saved).toEqual([[tile(1, 1), tile(2, 2)]]);
  });

  it('tells a waiting flush that it failed', async () => {
    const { saver, paint, fail } = fixture();
    fail(1);
    paint(tile(1, 1));
    await expect(saver.flush()).rejects.toThrow('The disk is full.');
  });

  it('sends one request at a time, in order', async () => {
    const { saver, saved, paint, hold, release } = fixture();
    hold();
    paint(tile(1, 1));
    saver.changed();
    await Promise.resolve();
    paint(tile(1, 2));
    const last = saver.flush();
    expect(saved).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve));
    release();
    await last;
    expect(saved).toEqual([[tile(1, 1)], [tile(1, 2)]]);
  });

  it('saves nothing while it is paused, and everything afterwards', async () => {
    const { saver, saved, paint } = fixture();
    await saver.paused(async () => {
      paint(tile(1, 1));
      saver.changed();
      await new Promise((resolve) => setTimeout(resolve));
      expect(saved).toEqual([]);
    });
    await saver.flush();
    expect(saved).toEqual([[tile(1, 1)]]);
  });

  it('stays paused until the last of two pauses ends', async () => {
    const { saver, saved, paint } = fixture();
    const second = Promise.withResolvers<void>();
    const pausing = saver.paused(() => second.promise);
    await saver.paused(async () => paint(tile(1, 1)));
    saver.changed();
    await new Promise((resolve) => setTimeout(resolve));
    expect(saved).toEqual([]);
    second.resolve();
    await pausing;
    await saver.flush();
    expect(saved).toEqual([[tile(1, 1)]]);
  });

  it('saves nothing after it was stopped: later changes belong to another photo', async () => {
    const { saver, saved, paint } = fixture();
    paint(tile(1, 1));
    await saver.flush();
    saver.stop();
    paint(tile(2, 2));
    saver.changed();
    await saver.flush();
    expect(saved).toEqual([[tile(1, 1)]]);
  });
});

function command(label: string, isKept = true): EditCommand {
  return {
    label,
    ...(isKept ? { kept: { tiles: [] } } : {}),
    undo: () => undefined,
    redo: () => undefined,
  };
}

/** What the backend does with a change. */
function applied(stored: MaskHistory, change: MaskHistory): MaskHistory {
  const kept = stored.steps.filter(({ sequence }) => sequence <= change.keepUntil);
  return { keepUntil: 0, doneUntil: change.doneUntil, steps: [...kept, ...change.steps] };
}

const NOTHING: MaskHistory = { keepUntil: 0, doneUntil: 0, steps: [] };

it('the history log restores the same history after any edits, undos and saves', async () => {
  const action = fc.constantFrom('push', 'push', 'pass', 'undo', 'redo', 'save', 'remove');
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const history = createEditHistory();
      const log = createHistoryLog(history);
      let stored = NOTHING;
      const save = (): void => {
        const change = log.pending();
        if (change === undefined) return;
        stored = applied(stored, change);
        log.saved(change);
      };
      for (const [index, what] of actions.entries()) {
        if (what === 'push') history.push(command(`step ${index}`));
        if (what === 'pass') history.push(command(`passing ${index}`, false));
        if (what === 'undo') await history.undo();
        if (what === 'redo') await history.redo();
        const [first] = history.done;
        if (what === 'remove' && first !== undefined) history.remove(first);
        if (what === 'save') save();
      }
      save();
      expect(log.pending()).toBeUndefined();
      const labels = (list: readonly EditCommand[]) =>
        list.filter(({ kept }) => kept).map(({ label }) => label);
      const again = createEditHistory();
      const restored = createHistoryLog(again);
      restored.restore(stored, ({ label }: MaskStep) => command(label), []);
      expect(labels(again.done)).toEqual(labels(history.done));
      expect(labels(again.undone)).toEqual(labels(history.undone));
      expect(restored.pending()).toBeUndefined();
      again.push(command('next'));
      const change = restored.pending();
      expect(change?.steps.map(({ label }) => label)).toEqual(['next']);
      const after = applied(stored, change ?? NOTHING).steps;
      expect(after.map(({ label }) => label)).toEqual([...labels(history.done), 'next']);
      expect(after.every((step, at) => step.sequence > (after[at - 1]?.sequence ?? 0))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('the history log omits outdated steps, and puts older commands first', () => {
  const history = createEditHistory();
  const log = createHistoryLog(history);
  const step = (sequence: number): MaskStep => ({
    sequence,
    label: `step ${sequence}`,
    jobId: undefined,
    tiles: [],
  });
  log.restore(
    { keepUntil: 0, doneUntil: 7, steps: [step(3), step(5), step(7), step(9)] },
    ({ sequence, label }) => (sequence === 5 ? undefined : command(label)),
    [command('older', false)],
  );
  expect(history.done.map(({ label }) => label)).toEqual(['older', 'step 3', 'step 7']);
  expect(history.undone.map(({ label }) => label)).toEqual(['step 9']);
  expect(log.pending()).toBeUndefined();
});
