import { describe, expect, it } from 'vitest';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskSaver } from './mask-saver.ts';

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
  it('saves changes, and nothing without changes', async () => {
    const { saver, saved, paint } = fixture();
    await saver.flush();
    paint(tile(1, 7));
    await saver.flush();
    expect(saved).toEqual([[tile(1, 7)]]);
  });

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
