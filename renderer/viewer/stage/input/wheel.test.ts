import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { createWheelReader, WHEEL, wheelAction } from './wheel.ts';

const plain = { deltaX: 0, deltaMode: 0, ctrlKey: false, metaKey: false, shiftKey: false };

describe('the mouse wheel', () => {
  it('changes the size when Ctrl is really held, however small the step', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 500, noNaN: true }), (deltaY) => {
        const input = { ...plain, ctrlKey: true };
        expect(wheelAction({ ...input, deltaY }, true)).toEqual({ type: 'size', direction: -1 });
        expect(wheelAction({ ...input, deltaY: -deltaY }, true)).toEqual({
          type: 'size',
          direction: 1,
        });
      }),
    );
  });

  it('zooms for a pinch, which only simulates Ctrl', () => {
    for (const deltaY of [-3.4, 1, 7.25, -12, 55.5]) {
      expect(wheelAction({ ...plain, ctrlKey: true, deltaY }, false).type).toBe('zoom');
    }
  });

  it('treats whole notches with an unseen Ctrl as a mouse', () => {
    for (const deltaY of [-120, 100, 53]) {
      expect(wheelAction({ ...plain, ctrlKey: true, deltaY }, false).type).toBe('size');
    }
    expect(wheelAction({ ...plain, ctrlKey: true, deltaY: 3, deltaMode: 1 }, false).type).toBe(
      'size',
    );
  });

  it('changes the size with Cmd', () => {
    expect(wheelAction({ ...plain, metaKey: true, deltaY: 4 }, false).type).toBe('size');
  });

  it('never zooms by more than its limit and ignores horizontal turns', () => {
    const action = wheelAction({ ...plain, deltaY: -90_000 }, false);
    expect(action).toEqual({ type: 'zoom', factor: WHEEL.maxFactor });
    expect(wheelAction({ ...plain, deltaY: 0 }, false)).toEqual({ type: 'none' });
  });

  it('scrolls the photo when it also moves horizontally, until a pause', () => {
    const read = createWheelReader();
    expect(read({ ...plain, deltaX: 3, deltaY: 5 }, false, 1000)).toEqual({
      type: 'pan',
      x: -3,
      y: -5,
    });
    expect(read({ ...plain, deltaY: 7 }, false, 1016)).toMatchObject({ type: 'pan', y: -7 });
    expect(read({ ...plain, deltaY: 7 }, false, 2000).type).toBe('zoom');
    expect(read({ ...plain, shiftKey: true, deltaY: 100 }, false, 3000)).toMatchObject({ x: -100 });
  });
});
