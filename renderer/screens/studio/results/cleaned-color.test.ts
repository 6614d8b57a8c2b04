import { expect, it } from 'vitest';
import { MASK_COLORS } from '../model/mask-colors.ts';
import { cleanedColor, distance } from './cleaned-color.ts';

it('the colour of cleaned areas is far from every mask colour', () => {
  for (const mask of [...MASK_COLORS, '#000000']) {
    expect(distance(cleanedColor(mask), mask), mask).toBeGreaterThan(90_000);
  }
});

it('the colour of cleaned areas is the same for similar masks', () => {
  expect(cleanedColor('#ff3b6b')).toBe(cleanedColor('#ff4070'));
});
