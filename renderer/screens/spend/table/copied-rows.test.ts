import { expect, it } from 'vitest';
import type { SpendRow } from '../../../../shared/contract/spend.ts';
import { columnsOf } from './columns.ts';
import { rowsAsHtml, rowsAsTsv } from './copied-rows.ts';

const amount = (exact: string) => ({ exact, hasDecimals: true });
const ROW: SpendRow = {
  connectionId: 'a',
  category: 'llm',
  productName: '=HYPERLINK("x")\t<b>',
  productId: 'p',
  ownerId: '-5',
  billingMethod: '',
  startTime: 0,
  quantities: ['12', null],
  basePrices: [],
  discountPrices: [],
  amount: amount('-12.34567'),
  voucherAmount: amount('0'),
  payAmount: amount('-12.34567'),
};
const COLUMNS = columnsOf(['startTime', 'productName', 'ownerId', 'quantity0', 'amount']);

it('copies rows with exact numbers, and no text becomes a formula', () => {
  expect(rowsAsTsv([ROW], COLUMNS)).toBe(
    [
      'Start (UTC)\tProduct\tOwner\tQuantity 0\tAmount',
      '1970-01-01T00:00:00.000Z\t\'=HYPERLINK("x") <b>\t\'-5\t12\t-0.001234567',
    ].join('\r\n'),
  );
  expect(rowsAsHtml([ROW], COLUMNS)).toContain("<td>'=HYPERLINK(&quot;x&quot;) &lt;b&gt;</td>");
  expect(rowsAsHtml([ROW], COLUMNS)).toContain('<td>-0.001234567</td>');
});
