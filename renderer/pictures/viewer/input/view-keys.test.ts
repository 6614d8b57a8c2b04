import { describe, expect, it } from 'vitest';
import { viewKey } from './view-keys.ts';

const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

describe('keys of a viewer', () => {
  it('arrows move the view, so the picture goes the other way; with Shift farther', () => {
    expect(viewKey({ ...plain, key: 'ArrowRight' })).toEqual({ type: 'pan', x: -40, y: 0 });
    expect(viewKey({ ...plain, key: 'ArrowUp', shiftKey: true })).toEqual({
      type: 'pan',
      x: 0,
      y: 240,
    });
  });

  it('plus and minus take each other back, with and without Ctrl or Cmd', () => {
    const inwards = viewKey({ ...plain, key: '=', ctrlKey: true });
    const outwards = viewKey({ ...plain, key: '-', metaKey: true });
    if (inwards?.type !== 'zoom' || outwards?.type !== 'zoom') throw new Error('No zoom.');
    expect(inwards.factor).toBeGreaterThan(1);
    expect(inwards.factor * outwards.factor).toBeCloseTo(1, 12);
    expect(viewKey({ ...plain, key: '+' })).toEqual(inwards);
  });

  it('0 fits and 1 is 100 %', () => {
    expect(viewKey({ ...plain, key: '0' })?.type).toBe('fit');
    expect(viewKey({ ...plain, key: '1', ctrlKey: true })?.type).toBe('actual-size');
  });

  it('leave the others alone: screens by Alt and number, steps by Ctrl and arrow', () => {
    expect(viewKey({ ...plain, key: '1', altKey: true })).toBeUndefined();
    expect(viewKey({ ...plain, key: 'ArrowLeft', ctrlKey: true })).toBeUndefined();
    expect(viewKey({ ...plain, key: 'b' })).toBeUndefined();
  });
});
