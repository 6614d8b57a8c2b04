import { expect, it } from 'vitest';
import { readNumber } from './read-number.ts';

it('reads numbers as people and programs write them', () => {
  const read = (text: string) => readNumber(text, false);
  expect(['1,5', ' 1.5 ', '1e3', '1e-1', '\u{2212}0.5', ',5', '-2', '1.'].map(read)).toEqual([
    1.5, 1.5, 1000, 0.1, -0.5, 0.5, -2, 1,
  ]);
});

it('reads a comma before three digits as thousands when numbers are whole', () => {
  expect(readNumber('1,000', true)).toBe(1000);
  expect(readNumber('1,000', false)).toBe(1);
  expect(
    ['1,234,567', '1.234.567,5', '12 000', '1,234.5'].map((each) => readNumber(each, false)),
  ).toEqual([1_234_567, 1_234_567.5, 12_000, 1234.5]);
});

it('reads no number from anything else', () => {
  const others = ['', 'abc', '1.2.3', '1,2,3', '12px', '0x10', '-', 'e5', '1 e', '--1'];
  expect(
    others.map((each) => readNumber(each, false)).filter((each) => each !== undefined),
  ).toEqual([]);
});
