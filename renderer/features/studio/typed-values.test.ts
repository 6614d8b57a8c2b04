import { expect, it } from 'vitest';
import { sizeOfText, zoomOfText } from './typed-values.ts';

it.each([
  ['150', 1.5],
  [' 33.3 % ', 0.333],
  ['2,5%', 0.025],
  ['', undefined],
  ['0', undefined],
  ['-10', undefined],
  ['wide', undefined],
  ['Infinity', undefined],
])('“%s” as a zoom', (text, zoom) => {
  expect(zoomOfText(text)).toEqual(zoom === undefined ? undefined : expect.closeTo(zoom, 6));
});

it.each([
  ['80', 80],
  ['80 px', 80],
  ['0.4', 0.4],
  ['', undefined],
  ['px', undefined],
  ['-3', undefined],
])('“%s” as a size', (text, size) => {
  expect(sizeOfText(text)).toBe(size);
});
