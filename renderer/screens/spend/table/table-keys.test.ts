import { expect, it } from 'vitest';
import { movePlace, rangeOfPlace } from './table-keys.ts';

const plain = (key: string) => ({ key, shiftKey: false, isMod: false });

it('keys move the current row within the table', () => {
  expect(movePlace({ at: -1, anchor: -1 }, plain('ArrowDown'), 10, 5)).toEqual({
    at: 0,
    anchor: 0,
  });
  expect(movePlace({ at: 8, anchor: 8 }, plain('PageDown'), 10, 5)).toEqual({ at: 9, anchor: 9 });
  expect(movePlace({ at: 0, anchor: 0 }, plain('ArrowUp'), 10, 5)).toEqual({ at: 0, anchor: 0 });
  expect(movePlace({ at: 0, anchor: 0 }, plain('ArrowDown'), 0, 5)).toBeUndefined();
  expect(movePlace({ at: 0, anchor: 0 }, plain('x'), 10, 5)).toBeUndefined();
});

it('Shift and Select all select a range', () => {
  const shifted = { key: 'ArrowUp', shiftKey: true, isMod: false };
  const place = movePlace({ at: 4, anchor: 5 }, shifted, 10, 5);
  expect(place).toEqual({ at: 3, anchor: 5 });
  expect(rangeOfPlace({ at: 3, anchor: 5 })).toEqual({ first: 3, last: 5 });
  expect(
    movePlace({ at: 4, anchor: 4 }, { key: 'a', shiftKey: false, isMod: true }, 10, 5),
  ).toEqual({ anchor: 0, at: 9 });
});
