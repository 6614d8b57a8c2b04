import { expect, it } from 'vitest';
import { isFractionLost, type LostFields } from './lost.ts';

const price = (amount: string) => ({ amount, precision: '1' });
const row = (changes: Partial<LostFields>): LostFields => ({
  amount: { exact: '0', hasDecimals: false },
  quantities: ['12', null],
  basePrices: [price('3'), null],
  discountPrices: [null, null],
  ...changes,
});

it('finds a truncated fraction when a quantity with a price gives a whole 0', () => {
  expect(isFractionLost(row({}))).toBe(true);
});

it.each([
  ['nothing was used', row({ quantities: ['0', null] })],
  ['it was free', row({ discountPrices: [price('0'), null] })],
  ['there is no price', row({ basePrices: [null, null] })],
  ['decimals were sent', row({ amount: { exact: '0', hasDecimals: true } })],
  ['a whole amount was charged', row({ amount: { exact: '5', hasDecimals: false } })],
  ['a whole amount was given back', row({ amount: { exact: '-5', hasDecimals: false } })],
])('finds no truncated fraction when %s', (_, each) => expect(isFractionLost(each)).toBe(false));
