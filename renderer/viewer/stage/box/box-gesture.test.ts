import { describe, expect, it } from 'vitest';
import { arrowStep, editBox } from './box-gesture.ts';

describe('keys on a box', () => {
  it('move one screen pixel, ten with Shift, and at least one of the photo', () => {
    expect(arrowStep('ArrowLeft', false, 0.25)).toEqual({ x: -4, y: 0 });
    expect(arrowStep('ArrowDown', true, 0.25)).toEqual({ x: 0, y: 40 });
    expect(arrowStep('ArrowRight', false, 8)).toEqual({ x: 1, y: 0 });
    expect(arrowStep('Enter', false, 1)).toBeUndefined();
  });

  it('move the box, or the focused handle', () => {
    const box = { x: 10, y: 10, width: 200, height: 100 };
    const limits = {
      photo: { width: 400, height: 300 },
      required: { x: 0, y: 0, width: 0, height: 0 },
      minSide: 64,
      maxPixels: Infinity,
    };
    expect(editBox(box, 'box', { x: 5, y: 0 }, limits).rect).toEqual({ ...box, x: 15 });
    expect(editBox(box, 'w', { x: 5, y: 0 }, limits).rect).toEqual({ ...box, x: 15, width: 195 });
  });

  it('keep the shape of a box whose ratio is fixed', () => {
    const limits = {
      photo: { width: 400, height: 300 },
      required: { x: 0, y: 0, width: 0, height: 0 },
      minSide: 16,
      maxPixels: Infinity,
      ratio: 2,
    };
    const box = { x: 10, y: 10, width: 100, height: 50 };
    expect(editBox(box, 'se', { x: 20, y: 0 }, limits).rect).toEqual({
      ...box,
      width: 120,
      height: 60,
    });
  });
});
