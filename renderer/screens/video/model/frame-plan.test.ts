import { expect, it } from 'vitest';
import { planFrame } from './frame-plan.ts';

const CROP = { mode: 'CROP_TO_ASPECT_RATIO', responseType: 'mp4' } as const;

it('the plan of a frame uses the middle of a whole photo', () => {
  const plan = planFrame({ width: 3000, height: 2000 }, undefined, {}, CROP, []);
  expect(plan.usedOnPhoto).toEqual({ x: 0, y: 156.25, width: 3000, height: 1687.5 });
  expect(plan.cutOff).toBeCloseTo(0.156, 3);
});

it('the plan of a frame uses a part at its position on the photo, even when it is reduced', () => {
  const part = { x: 0, y: 40, width: 3072, height: 1728 };
  const plan = planFrame({ width: 3072, height: 2048 }, part, { maxSide: 2048 }, CROP, []);
  expect(plan.sent.size).toEqual({ width: 2048, height: 1152 });
  const { x, y, width, height } = plan.usedOnPhoto;
  expect([x, y, width, height].map(Math.round)).toEqual([0, 40, 3072, 1728]);
  expect(plan.cutOff).toBeCloseTo(1 - 1728 / 2048, 6);
});
