import { expect, test } from 'vitest';
import { systemShowsRing } from './ring-image.ts';

const page = { innerWidth: 1000, innerHeight: 700, outerWidth: 1002 };
const middle = { x: 500, y: 350 };

test('the system shows rings whose image has 128 px at most', () => {
  expect(systemShowsRing(60, middle, page)).toBe(true);
  expect(systemShowsRing(124, middle, page)).toBe(true);
  expect(systemShowsRing(125, middle, page)).toBe(false);
});

test('a ring that would reach over an edge of the page is left to the page', () => {
  expect(systemShowsRing(60, { x: 36, y: 350 }, page)).toBe(true);
  for (const [x, y] of [
    [35, 350],
    [500, 35],
    [966, 350],
    [500, 666],
  ] as const) {
    expect(systemShowsRing(60, { x, y }, page)).toBe(false);
  }
});

test('in a zoomed page the ring is left to the page: cursors are not zoomed', () => {
  expect(systemShowsRing(60, middle, { ...page, outerWidth: 1100 })).toBe(false);
  expect(systemShowsRing(60, middle, { ...page, outerWidth: 900 })).toBe(false);
});
