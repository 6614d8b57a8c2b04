import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountIn, unitTold, type DecimalUnit, type SentAmount } from './bill-money.ts';
import { compareDecimals, formatDecimal, parseDecimal } from './exact-decimal.ts';

function sent(whole: string | undefined, decimal: string | undefined): SentAmount {
  return {
    whole: whole === undefined ? undefined : parseDecimal(whole),
    decimal: decimal === undefined ? undefined : parseDecimal(decimal),
  };
}

function read(whole: string | undefined, decimal: string | undefined, unit?: DecimalUnit) {
  const { exact, hasDecimals, isAtMost } = amountIn(sent(whole, decimal), unit);
  return [formatDecimal(exact), hasDecimals, isAtMost];
}

it('finds the unit from any amount of 2 and more, and reads it exactly', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 20_000n, max: 10n ** 16n }),
      fc.boolean(),
      fc.constantFrom<DecimalUnit>('units', 'dollars'),
      (tenThousandths, isNegative, unit) => {
        const value = isNegative ? -tenThousandths : tenThousandths;
        const exact = { value, scale: 4 }; // 1/10000 USD
        const decimal = unit === 'units' ? exact : { value, scale: 8 };
        const amount = { whole: { value: value / 10_000n, scale: 0 }, decimal };
        expect(unitTold(amount)).toBe(unit);
        const known = amountIn(amount, unit);
        expect(compareDecimals(known.exact, exact)).toBe(0);
        expect(known).toMatchObject({ hasDecimals: true, isAtMost: false });
      },
    ),
  );
});

it('finds no unit from smaller amounts, or from those that contradict both', () => {
  const silent = [
    ['0', '0.00009'],
    ['1', '0.0001'],
    ['1', '1.2'],
    ['-1', '-0.0001'],
    ['5000', '0.1'],
    ['5', '0'],
    ['5', undefined],
    [undefined, '5'],
  ] as const;
  for (const [whole, decimal] of silent) expect(unitTold(sent(whole, decimal))).toBeUndefined();
});

it('accepts an amount in dollars that is rounded to cents', () => {
  expect(unitTold(sent('12345', '1.23'))).toBe('dollars');
  expect(read('12345', '1.23', 'dollars')).toEqual(['12345', false, false]);
});

it('uses the larger unit when both are possible', () => {
  expect(read('0', '0.00009')).toEqual(['0.9', true, true]);
  expect(read('0', '0.00009', 'dollars')).toEqual(['0.9', true, false]);
  expect(read('0', '0.00009', 'units')).toEqual(['0.00009', true, false]);
  // 25 cents would not be a whole amount of 0
  expect(read('0', '0.25')).toEqual(['0.25', true, false]);
  expect(read('0', '0')).toEqual(['0', true, false]);
  expect(read('0', undefined)).toEqual(['0', false, false]);
  expect(read(undefined, undefined)).toEqual(['0', false, false]);
  expect(read(undefined, '3')).toEqual(['3', true, false]);
});
