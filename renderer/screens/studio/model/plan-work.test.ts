/** Counts the tiles whose bits a plan reads. */
import { expect, it } from 'vitest';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskBitmap } from '../canvas/mask-bitmap.ts';
import { planBoxes, usedBoxes } from './box-plan.ts';
import { planQuestion } from './known-plans.ts';
import type { NextRun } from './next-run.ts';

const PHOTO = { width: 6000, height: 4000 };

it('checks only the changed tiles after an undo or redo step', () => {
  const mask = createMaskBitmap(PHOTO);
  const watch = createWatch();
  function stroke(from: { x: number; y: number }, to: { x: number; y: number }) {
    mask.beginEdit();
    mask.paint(from, to, 100, 255);
    return mask.commitEdit();
  }
  stroke({ x: 500, y: 700 }, { x: 5500, y: 700 });
  const first = plan(mask.packed());
  const down = stroke({ x: 3000, y: 300 }, { x: 3000, y: 3000 });
  if (down === undefined) throw new Error('Nothing was painted.');
  const both = plan(watch.watched(mask.packed()));
  watch.forget();

  mask.flip(down);
  expect(plan(watch.watched(mask.packed()))).toEqual(first);
  // the other tiles of the stroke are empty now
  expect([...watch.seen].toSorted()).toEqual(['11,2']);
  watch.forget();

  mask.flip(down);
  expect(plan(watch.watched(mask.packed()))).toEqual(both);
  const touched = down.tiles.map(({ column, row }) => `${column},${row}`);
  expect([...watch.seen].toSorted()).toEqual(touched.toSorted());
  watch.forget();

  plan(watch.watched(mask.packed()));
  expect([...watch.seen]).toEqual([]);
});

function plan(tiles: readonly PackedMaskTile[]) {
  const cleanup = planBoxes(tiles, undefined, PHOTO);
  const regions = usedBoxes(cleanup);
  const next: NextRun = { operation: 'cleanup', cleanup, text: undefined, textBoxes: [], regions };
  return { regions, question: planQuestion(next, tiles) };
}

/** Notes the places of tiles whose bits are read as words or one by one. */
function createWatch() {
  const seen = new Set<string>();
  return {
    seen,
    forget: () => seen.clear(),
    watched(tiles: readonly PackedMaskTile[]) {
      for (const { column, row, bits } of tiles) {
        if (bits === undefined || Object.hasOwn(bits, 'buffer')) continue;
        const { buffer } = bits;
        const values = bits[Symbol.iterator].bind(bits);
        const note = () => seen.add(`${column},${row}`);
        Object.defineProperties(bits, {
          buffer: { get: () => (note(), buffer) },
          [Symbol.iterator]: { value: () => (note(), values()) },
        });
      }
      return tiles;
    },
  };
}
