import { describe, expect, it } from 'vitest';
import { createMaskWriter } from '../../../../shared/mask/mask-rows.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { photo } from '../testing/studio-fixture.ts';
import { nextRun, type NextRunState } from './next-run.ts';

const PHOTO = photo('photo');
const BOX: Rect = { x: 0, y: 0, width: 150, height: 150 };

function state(change: Partial<NextRunState['run']> = {}): NextRunState {
  const writer = createMaskWriter();
  for (let y = 20; y < 40; y++) writer.span(y, 20, 60);
  return {
    photo: PHOTO,
    run: {
      operation: 'cleanup',
      byHand: undefined,
      painted: writer.tiles(),
      textBoxes: new Map(),
      textMode: undefined,
      ...change,
    },
  };
}

describe('the next run', () => {
  it('is the same object until an input has changed', () => {
    const before = state();
    const first = nextRun(before);
    expect(nextRun({ ...before, run: { ...before.run } })).toBe(first);
    const second = nextRun({ ...before, run: { ...before.run, byHand: [BOX] } });
    expect(second).not.toBe(first);
    expect(second.regions).toEqual([BOX]);
    // text has not changed, so it is not planned again
    expect(second.text).toBe(first.text);
  });

  it('sends the input of its operation', () => {
    const textBoxes = new Map([['photo', [BOX]]]);
    expect(nextRun(state({ textBoxes })).regions).toHaveLength(1);
    expect(nextRun(state({ textBoxes, operation: 'remove-text' })).regions).toEqual([BOX]);
    expect(nextRun(state({ painted: [] })).regions).toEqual([]);
  });

  it('is undefined without a photo', () => {
    const next = nextRun({ ...state({ operation: 'remove-text' }), photo: undefined });
    expect(next).toMatchObject({ regions: [], text: undefined, cleanup: { boxes: [] } });
  });
});
