import { expect, test } from 'vitest';
import { csvLines } from './bill-csv.ts';
import type { SpendRow } from '../../../../shared/contract/spend.ts';

const row: SpendRow = {
  connectionId: 'a',
  category: 'llm',
  productName: '=cmd|"x"',
  productId: '-1+2',
  ownerId: '',
  billingMethod: 'usage',
  startTime: 0,
  endTime: 3599,
  quantities: ['12', null],
  basePrices: [{ amount: '120', precision: '1000' }, null],
  discountPrices: [{ amount: '80.5', precision: '1000' }, null],
  amount: { exact: '-12.345', hasDecimals: true },
  voucherAmount: { exact: '0', hasDecimals: true },
  payAmount: { exact: '-12.345', hasDecimals: true },
};

test('writes exact amounts, UTC times, negative numbers, and formulas as text', () => {
  const [head = '', line = '', ...rest] = csvLines([row], 'gesso', 'comma');
  expect(rest).toEqual([]);
  expect(head.startsWith('\uFEFFStart (UTC),')).toBe(true);
  expect(head).toContain('Base price 0,Base price 1,Price 0,Price 1,Divisor of prices,');
  expect(line).toBe(
    '1970-01-01T00:00:00.000Z,1970-01-01T00:59:59.000Z,llm,"\'=cmd|""x""",\'-1+2,,usage,12,,120,,80.5,,1000,-0.0012345,0.0000,-0.0012345,-12.345\r\n',
  );
});

test('writes decimal commas and semicolons for a country that uses them', () => {
  const [head = '', line = ''] = csvLines([row], 'gesso', 'semicolon');
  expect(head.startsWith('\uFEFFStart (UTC);')).toBe(true);
  expect(line).toBe(
    '1970-01-01T00:00:00.000Z;1970-01-01T00:59:59.000Z;llm;"\'=cmd|""x""";\'-1+2;;usage;12;;120;;80,5;;1000;-0,0012345;0,0000;-0,0012345;-12,345\r\n',
  );
});

test('ends a period after its last second under the names of the FinOps specification', () => {
  const [head = '', line = ''] = csvLines([row], 'focus', 'comma');
  const value = (name: string) =>
    line.trim().split(',')[head.trim().replace('\uFEFF', '').split(',').indexOf(name)];
  expect(value('ChargePeriodEnd')).toBe('1970-01-01T01:00:00.000Z');
  expect(value('BilledCost')).toBe('-0.0012345');
  expect(value('BillingCurrency')).toBe('USD');
});
