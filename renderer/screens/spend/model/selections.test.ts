import { expect, it } from 'vitest';
import type { SpendFilter, SpendSeries } from '../../../../shared/contract/spend.ts';
import { DEFAULT_SPEND_VIEW } from '../../../../shared/contract/spend-view.ts';
import { filterOf, rowsBehind } from './selections.ts';

const AMOUNT = { exact: '120000', hasDecimals: false };
const RANGE = { start: 0, end: 86_400 };
const FILTER: SpendFilter = { categories: ['llm'] };
const SERIES: SpendSeries = {
  unit: 'day',
  buckets: [{ ...RANGE, state: 'final' }],
  keys: [],
  amounts: [],
  total: { amount: AMOUNT, voucherAmount: AMOUNT, payAmount: AMOUNT, rows: 3 },
  check: { kind: 'none' },
  repeated: { count: 0, amount: '0' },
  unevenRows: 2,
};

it('the rows behind a number are all, or only those whose voucher and cash don’t add up', () => {
  const view = { groupBy: 'category', filter: FILTER, isByHour: false } as const;
  expect(rowsBehind(SERIES, view, RANGE, {})).toMatchObject({
    selection: { range: RANGE, filter: FILTER, unit: 'day' },
    label: 'All rows',
  });
  expect(rowsBehind(SERIES, view, RANGE, {}).selection).not.toHaveProperty('isUneven');
  expect(rowsBehind(SERIES, view, RANGE, { isUneven: true })).toMatchObject({
    selection: { range: RANGE, isUneven: true },
    label: 'Voucher and cash don’t add up',
  });
});

it('bills are asked for by connection, so that those of another are never shown in their place', () => {
  const idsOf = (areAllConnections: boolean, activeId: string) =>
    filterOf({ ...DEFAULT_SPEND_VIEW, areAllConnections }, ['a', 'b'], activeId).connectionIds;
  expect(idsOf(false, 'a')).toEqual(['a']);
  expect(idsOf(false, 'practice')).toEqual(['practice']);
  expect(idsOf(true, 'a')).toEqual(['a', 'b']);
});
