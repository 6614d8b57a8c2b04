import { describe, expect, it } from 'vitest';
import { describeSizes, photosToMeasure } from './expected-sizes.ts';
import type { PhotoToSave } from './studio-store.ts';

const MB = 1_000_000;

function photos(count: number, pixels?: (index: number) => number): readonly PhotoToSave[] {
  return Array.from({ length: count }, (_none, index) => {
    const photo = { id: `photo ${index}`, name: `${index}.jpg` };
    return pixels === undefined ? photo : { ...photo, pixels: pixels(index) };
  });
}

it('the photos that are measured for size are all of a few, and a sample across many', () => {
  expect(photosToMeasure(photos(12))).toHaveLength(12);
  const some = photosToMeasure(photos(1200)).map(({ id }) => id);
  expect(some).toHaveLength(12);
  expect(new Set(some).size).toBe(12);
  expect([some[0], some.at(-1)]).toEqual(['photo 50', 'photo 1150']);
  expect(new Set(photosToMeasure(photos(13))).size).toBe(12);
});

describe('the expected size', () => {
  const three = photos(3);
  const measured = (bytes: readonly (number | undefined)[], of = three) =>
    bytes.flatMap((each, index) => {
      const photo = of[index];
      return photo === undefined ? [] : [{ photo, bytes: each }];
    });

  it('is the exact sum in the end, and names those that cannot be made', () => {
    expect(describeSizes(three, measured([2 * MB, MB, 4 * MB]))).toBe('Size of all files: 7.0 MB');
    expect(describeSizes(three, measured([2 * MB, undefined, 4 * MB]))).toBe(
      'Size of all files: 6.0 MB, without 1 photo that can’t be saved',
    );
    expect(describeSizes(three, measured([undefined, undefined, undefined]))).toBe(
      'Size of all files: unknown. None can be made.',
    );
  });

  it('is an estimate for many, by pixels when those are known', () => {
    const hundred = photos(100);
    const of = photosToMeasure(hundred);
    expect(
      describeSizes(
        hundred,
        measured(
          of.map(() => MB),
          of,
        ),
      ),
    ).toBe('Size of all files: about 100 MB (estimated from 12)');
    // the measured ones happen to be the small ones
    const chosen = new Set(of.map(({ id }) => id));
    const uneven = hundred.map((photo) => ({ ...photo, pixels: chosen.has(photo.id) ? 1 : 3 }));
    const some = photosToMeasure(uneven);
    expect(
      describeSizes(
        uneven,
        measured(
          some.map(() => MB),
          some,
        ),
      ),
    ).toBe('Size of all files: about 276 MB (estimated from 12)');
  });
});
