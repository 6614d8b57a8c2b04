import { expect, it } from 'vitest';
import { levelOfText, lineWidthOfText, sizeOfText, zoomOfText } from './typed-values.ts';

it.each([
  ['150', 1.5],
  [' 33.3 % ', 0.333],
  ['2,5%', 0.025],
  ['', undefined],
  ['0', undefined],
  ['-10', undefined],
  ['wide', undefined],
  ['Infinity', undefined],
])('reads “%s” as a zoom', (text, zoom) => {
  expect(zoomOfText(text)).toEqual(zoom === undefined ? undefined : expect.closeTo(zoom, 6));
});

it.each([
  ['80', 80],
  ['80 px', 80],
  ['0.4', 0.4],
  ['', undefined],
  ['px', undefined],
  ['-3', undefined],
])('reads “%s” as a size', (text, size) => {
  expect(sizeOfText(text)).toBe(size);
});

it.each([
  ['', 'auto'],
  ['Auto', 'auto'],
  ['12.4 px', 12],
  ['0.2', 1],
  ['9000', 2000],
  ['thick', undefined],
  ['0', undefined],
])('reads “%s” as the width of a line', (text, width) => {
  expect(lineWidthOfText(text)).toBe(width);
});

it.each([
  ['40', 40],
  ['39.6', 40],
  ['300', 255],
  ['-1', 0],
  ['', undefined],
  ['much', undefined],
])('reads “%s” as a level up to 255', (text, level) => {
  expect(levelOfText(text, 255)).toBe(level);
});
