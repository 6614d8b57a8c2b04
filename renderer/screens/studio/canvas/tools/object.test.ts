import { expect, test } from 'vitest';
import { isLoop } from './object.ts';

/** Points on an ellipse. @param share of the whole way round */
function around(share: number, height = 40) {
  return Array.from({ length: 50 }, (_, index) => {
    const angle = (share * 2 * Math.PI * index) / 49;
    return { x: 100 + 60 * Math.cos(angle), y: 80 + height * Math.sin(angle) };
  });
}

test('treats a line around something as a loop, even when its ends do not quite meet', () => {
  expect(isLoop(around(1))).toBe(true);
  expect(isLoop(around(0.92))).toBe(true);
  expect(isLoop(around(1.1))).toBe(true);
});

test('does not treat a line over, to and fro, or half around something as a loop', () => {
  expect(isLoop(around(0.5))).toBe(false);
  expect(
    isLoop([
      { x: 0, y: 0 },
      { x: 50, y: 4 },
      { x: 100, y: 0 },
    ]),
  ).toBe(false);
  const toAndFro = Array.from({ length: 40 }, (_, index) => ({
    x: index < 20 ? index * 5 : (39 - index) * 5,
    y: (index % 2) * 30,
  }));
  expect(isLoop(toAndFro)).toBe(false);
  expect(isLoop([{ x: 5, y: 5 }])).toBe(false);
});
