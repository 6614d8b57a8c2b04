import { expect, it } from 'vitest';
import { planFrame } from './frame-plan.ts';
import { describeFrame } from './frame-settings.ts';

const CROP = { mode: 'CROP_TO_ASPECT_RATIO', responseType: 'mp4' } as const;

it('says what is sent, what is cut off and what the result is', () => {
  const part = { x: 0, y: 40, width: 3072, height: 1728 };
  const plan = planFrame({ width: 3072, height: 2048 }, part, { maxSide: 2048 }, CROP, []);
  expect(describeFrame(plan)).toBe(
    'Sent as 2048 × 1152 px (the limit), 16 % cut off, clip 1024 × 576 px expected',
  );
});

it('says that nothing is changed', () => {
  const plan = planFrame({ width: 1024, height: 576 }, undefined, {}, CROP, []);
  expect(describeFrame(plan)).toBe('Whole picture at its own size, clip 1024 × 576 px expected');
});
