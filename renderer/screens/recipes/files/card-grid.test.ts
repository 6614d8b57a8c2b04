import { expect, it } from 'vitest';
import { FILE_CARD, columnsIn } from './card-grid.ts';

it('puts as many cards in a row as fit, and at least one', () => {
  const widthOf = (columns: number) =>
    2 * FILE_CARD.aside + columns * FILE_CARD.least + (columns - 1) * FILE_CARD.gap;
  expect([widthOf(1), widthOf(3), widthOf(3) - 1].map((width) => columnsIn(width, 1))).toEqual([
    1, 3, 2,
  ]);
  expect(columnsIn(0, 1)).toBe(1);
  // larger text needs larger cards
  expect(columnsIn(widthOf(4), 2)).toBe(2);
});
