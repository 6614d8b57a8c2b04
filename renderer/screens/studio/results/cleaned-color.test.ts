import { describe, expect, it } from 'vitest';
import { MASK_COLORS } from '../model/mask-colors.ts';
import { cleanedColor, distance } from './cleaned-color.ts';

describe('the colour of what was cleaned', () => {
  it('is far from every colour that the mask is offered in', () => {
    for (const mask of [...MASK_COLORS, '#000000']) {
      expect(distance(cleanedColor(mask), mask), mask).toBeGreaterThan(90_000);
    }
  });

  it('is the same for masks that are alike', () => {
    expect(cleanedColor('#ff3b6b')).toBe(cleanedColor('#ff4070'));
  });
});
