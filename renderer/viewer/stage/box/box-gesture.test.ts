import { expect, it } from 'vitest';
import { arrowStep } from './box-gesture.ts';

it('keys on a box move one screen pixel, ten with Shift, and at least one of the photo', () => {
  expect(arrowStep('ArrowLeft', false, 0.25)).toEqual({ x: -4, y: 0 });
  expect(arrowStep('ArrowDown', true, 0.25)).toEqual({ x: 0, y: 40 });
  expect(arrowStep('ArrowRight', false, 8)).toEqual({ x: 1, y: 0 });
  expect(arrowStep('Enter', false, 1)).toBeUndefined();
});
