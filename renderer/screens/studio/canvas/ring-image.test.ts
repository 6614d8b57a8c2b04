import { expect, test } from 'vitest';
import { systemShowsRing } from './ring-image.ts';

const page = { innerWidth: 1000, innerHeight: 700, outerWidth: 1002 };
const middle = { x: 500, y: 350 };

test('uses a system cursor for rings whose image has at most 128 px', () => {
  expect(systemShowsRing(60, middle, page)).toBe(true);
  expect(systemShowsRing(124, middle, page)).toBe(true);
  expect(systemShowsRing(125, middle, page)).toBe(false);
});

test('draws a ring in the page when it would cross an edge of the page', () => {
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

test('draws the ring in the page when the page is zoomed, because cursors are not zoomed', () => {
  expect(systemShowsRing(60, middle, { ...page, outerWidth: 1100 })).toBe(false);
  expect(systemShowsRing(60, middle, { ...page, outerWidth: 900 })).toBe(false);
});
