import { expect, it } from 'vitest';
import { pinchStep } from './pinch.ts';

it('a pinch does not zoom while the fingers almost touch', () => {
  const at = { x: 100, y: 100 };
  expect(pinchStep([at, at], [at, { x: 400, y: 100 }]).factor).toBe(1);
});
