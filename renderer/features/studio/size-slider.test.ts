import { describe, expect, it } from 'vitest';
import { sizeOfSlider, sliderOfSize } from './size-slider.ts';
import { BRUSH_SIZE } from './canvas/brush-size.ts';

describe('the size slider', () => {
  it('reaches every size from one pixel to the largest', () => {
    expect(sizeOfSlider(0)).toBe(BRUSH_SIZE.min);
    expect(sizeOfSlider(100)).toBe(BRUSH_SIZE.max);
  });

  it('stands where the size is', () => {
    for (const size of [1, 2, 17, 80, 640, 5000]) {
      expect(sizeOfSlider(sliderOfSize(size))).toBe(size);
    }
  });

  it('moves one pixel at a time at the small end', () => {
    const sizes = Array.from({ length: 201 }, (_, index) => sizeOfSlider(index / 2));
    for (let size = 1; size <= 10; size++) expect(sizes).toContain(size);
  });
});
