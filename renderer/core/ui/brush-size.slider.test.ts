import { describe, expect, it } from 'vitest';
import { BRUSH_SIZE, sizeAfterKey, sizeOfSlider, sliderOfSize } from './brush-size.ts';

describe('the size slider', () => {
  it('reaches every size from one pixel to the largest', () => {
    expect(sizeOfSlider(0)).toBe(BRUSH_SIZE.min);
    expect(sizeOfSlider(100)).toBe(BRUSH_SIZE.max);
  });

  it('is at the position of the current size', () => {
    for (const size of [1, 2, 17, 80, 640, 5000]) {
      expect(sizeOfSlider(sliderOfSize(size))).toBe(size);
    }
  });

  it('moves one pixel at a time at the small end', () => {
    const sizes = Array.from({ length: 201 }, (_, index) => sizeOfSlider(index / 2));
    for (let size = 1; size <= 10; size++) expect(sizes).toContain(size);
  });

  it('grows with every arrow key press to its maximum, and shrinks back', () => {
    for (const [keys, end] of [
      [['ArrowUp', 'ArrowRight'], BRUSH_SIZE.max],
      [['ArrowDown', 'ArrowLeft'], BRUSH_SIZE.min],
    ] as const) {
      for (const key of keys) {
        for (const size of [1, 2, 9, 10, 49, 300, 4999, 5000]) {
          const next = sizeAfterKey(key, size) ?? Number.NaN;
          if (size === end) expect(next).toBe(end);
          else expect(Math.sign(next - size)).toBe(Math.sign(end - size));
        }
      }
    }
    expect(sizeAfterKey('Home', 60)).toBeUndefined();
  });
});
