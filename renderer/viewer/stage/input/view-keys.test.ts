import { describe, expect, it } from 'vitest';
import { viewKey } from '../viewer.ts';

const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

describe('keys of a viewer', () => {
  it('plus and minus cancel each other, with and without Ctrl or Cmd', () => {
    const inwards = viewKey({ ...plain, key: '=', ctrlKey: true });
    const outwards = viewKey({ ...plain, key: '-', metaKey: true });
    if (inwards?.type !== 'zoom' || outwards?.type !== 'zoom') throw new Error('No zoom.');
    expect(inwards.factor).toBeGreaterThan(1);
    expect(inwards.factor * outwards.factor).toBeCloseTo(1, 12);
    expect(viewKey({ ...plain, key: '+' })).toEqual(inwards);
  });

  it('0 fits the photo, and 1 sets 100 %', () => {
    expect(viewKey({ ...plain, key: '0' })?.type).toBe('fit');
    expect(viewKey({ ...plain, key: '1', ctrlKey: true })?.type).toBe('actual-size');
  });

  it('leave other keys alone: Alt and number for screens, Ctrl and arrow for steps', () => {
    expect(viewKey({ ...plain, key: '1', altKey: true })).toBeUndefined();
    expect(viewKey({ ...plain, key: 'ArrowLeft', ctrlKey: true })).toBeUndefined();
    expect(viewKey({ ...plain, key: 'b' })).toBeUndefined();
  });
});
