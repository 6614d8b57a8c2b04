import { expect, it } from 'vitest';
import type { SpendRow, SpendTotals } from '../../../../shared/contract/spend.ts';
import { columnsOf, longestAmount } from './columns.ts';
import { countSentence } from './count-words.ts';

const row = (exact: string, voucher = '0'): SpendRow => ({
  connectionId: 'a',
  category: 'llm',
  productName: 'Flash',
  productId: '1',
  ownerId: 'me',
  billingMethod: '',
  startTime: 0,
  quantities: [null, null],
  basePrices: [null, null],
  discountPrices: [null, null],
  amount: { exact, hasDecimals: false },
  voucherAmount: { exact: voucher, hasDecimals: false },
  payAmount: { exact, hasDecimals: false },
});

const [amount, voucher] = columnsOf(['amount', 'voucherAmount']);

it('rows have the digits of their column, and a voucher of nothing is a dash', () => {
  expect(amount?.text(row('12.5'), 8)).toBe('$0.00125000');
  expect(voucher?.text(row('12.5'), 8)).toBe('–');
  expect(voucher?.text(row('12.5', '1'), 4)).toBe('$0.0001');
});

it('an empty hour of whole numbers costs nothing, and less than a unit only when used', () => {
  expect(amount?.text(row('0'), 2)).toBe('$0.00');
  const used = {
    ...row('0'),
    quantities: ['5', null],
    discountPrices: [{ amount: '3', precision: '1000' }, null],
  };
  expect(amount?.text(used, 2)).toBe('< $0.0001');
});

it('a charge of a day says the day alone, one of an hour its beginning', () => {
  const [start] = columnsOf(['startTime']);
  const startTime = Date.UTC(2021, 10, 28) / 1000;
  const at = (from: number, seconds?: number) =>
    start?.text(
      { ...row('1'), startTime: from, ...(seconds && { endTime: from + seconds - 1 }) },
      2,
    );
  expect(at(startTime, 86_400)).toBe('28 Nov 2021');
  expect(at(startTime, 3600)).toBe('28 Nov 2021, 00:00');
  expect(at(startTime + 3600)).toBe('28 Nov 2021, 01:00');
  const thisYear = Date.UTC(new Date().getUTCFullYear(), 10, 28) / 1000;
  expect(at(thisYear, 86_400)).toBe('28 Nov');
});

it('makes a money column as wide as its longest amount, including a refund larger than the sum', () => {
  const sums = (dollars: number) => {
    const amount = { exact: String(dollars * 10_000), hasDecimals: true };
    return { amount, voucherAmount: { ...amount, exact: '0' }, payAmount: amount };
  };
  expect(longestAmount([sums(5)], 9)).toBe('$5.000000000'.length);
  expect(longestAmount([sums(5), sums(-12_345)], 2)).toBe('−$12,345.00'.length);
});

it('counts rows, not headings', () => {
  const total = { rows: 1200 } as SpendTotals;
  expect(countSentence({ total, headings: 0 })).toBe('1,200 rows');
  expect(countSentence({ total, headings: 5 })).toBe('1,200 rows below 5 headings');
});
