import { expect, it } from 'vitest';
import { isUneven } from './uneven.ts';

const row = (amount: string, voucher: string, pay: string, hasDecimals = true) => ({
  amount: { exact: amount, hasDecimals },
  voucherAmount: { exact: voucher, hasDecimals },
  payAmount: { exact: pay, hasDecimals },
});

it('a row is uneven only beyond the effect of truncated fractions', () => {
  expect(isUneven(row('12.5', '2.25', '10.25'))).toBe(false);
  expect(isUneven(row('12.5', '2.25', '10.2500000001'))).toBe(true);
  expect(isUneven(row('12', '4', '6', false))).toBe(false);
  expect(isUneven(row('12', '4', '5', false))).toBe(true);
  expect(isUneven(row('-12', '0', '-12'))).toBe(false);
});
