import { describe, expect, it } from 'vitest';
import { createMaskWriter } from '../../../../shared/mask/mask-rows.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { photo } from '../testing/studio-fixture.ts';
import { createNextRun, type NextRunState } from './next-run.ts';

const PHOTO = photo('photo');
const BOX: Rect = { x: 0, y: 0, width: 150, height: 150 };

function state(change: Partial<NextRunState> = {}): NextRunState {
  const writer = createMaskWriter();
  for (let y = 20; y < 40; y++) writer.span(y, 20, 60);
  return {
    operation: 'cleanup',
    byHand: undefined,
    painted: writer.tiles(),
    textBoxes: new Map(),
    textMode: undefined,
    ...change,
  };
}

describe('the next run', () => {
  it('is the same object until an input has changed', () => {
    const select = createNextRun();
    const before = state();
    const first = select(PHOTO, before);
    expect(select(PHOTO, { ...before })).toBe(first);
    const second = select(PHOTO, { ...before, byHand: [BOX] });
    expect(second).not.toBe(first);
    expect(second.regions).toEqual([BOX]);
    // text has not changed, so it is not planned again
    expect(second.text).toBe(first.text);
  });

  it('sends the input of its operation', () => {
    const select = createNextRun();
    const textBoxes = new Map([['photo', [BOX]]]);
    expect(select(PHOTO, state({ textBoxes })).regions).toHaveLength(1);
    expect(select(PHOTO, state({ textBoxes, operation: 'remove-text' })).regions).toEqual([BOX]);
    expect(select(PHOTO, state({ painted: [] })).regions).toEqual([]);
  });

  it('is undefined without a photo', () => {
    const next = createNextRun()(undefined, state({ operation: 'remove-text' }));
    expect(next).toMatchObject({ regions: [], text: undefined, cleanup: { boxes: [] } });
  });
});
