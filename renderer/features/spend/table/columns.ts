/** The columns of the rows: name, width, text. */
import { formatAmount, formatExactly } from '../../../../shared/spend/exact-money.ts';
import type { SpendRows, SpendRowsQuery } from '../../../../shared/contract/spend.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';

type Row = SpendRows['rows'][number];

/** One column. */
export interface Column {
  readonly id: SpendRowsQuery['sortBy'];
  readonly title: string;
  /** CSS width within the row. */
  readonly width: string;
  readonly isNumber: boolean;
  text(row: Row): string;
  /** For the clipboard: numbers exact and plain. */
  plain(row: Row): string;
}

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "$0.0012" → "0.0012"; a real minus for spreadsheets. */
const plainMoney = (exact: string) =>
  formatExactly({ exact }).replace('$', '').replace('−', '-').replaceAll(',', '');

export const COLUMNS: readonly Column[] = [
  {
    id: 'startTime',
    title: 'Start (UTC)',
    width: '150px',
    isNumber: false,
    text: ({ startTime }) => time.format(new Date(startTime * 1000)),
    plain: ({ startTime }) => new Date(startTime * 1000).toISOString(),
  },
  {
    id: 'category',
    title: 'Category',
    width: 'minmax(90px, 1fr)',
    isNumber: false,
    text: ({ category }) => categoryName(category),
    plain: ({ category }) => category,
  },
  {
    id: 'productName',
    title: 'Product',
    width: 'minmax(120px, 2fr)',
    isNumber: false,
    text: ({ productName }) => productName,
    plain: ({ productName }) => productName,
  },
  {
    id: 'ownerId',
    title: 'Owner',
    width: 'minmax(80px, 1fr)',
    isNumber: false,
    text: ({ ownerId }) => ownerId,
    plain: ({ ownerId }) => ownerId,
  },
  {
    id: 'amount',
    title: 'Amount',
    width: '110px',
    isNumber: true,
    text: ({ amount }) => formatAmount(amount),
    plain: ({ amount }) => plainMoney(amount.exact),
  },
  {
    id: 'voucherAmount',
    title: 'Voucher',
    width: '100px',
    isNumber: true,
    text: ({ voucherAmount }) => formatAmount(voucherAmount),
    plain: ({ voucherAmount }) => plainMoney(voucherAmount.exact),
  },
  {
    id: 'payAmount',
    title: 'To pay',
    width: '100px',
    isNumber: true,
    text: ({ payAmount }) => formatAmount(payAmount),
    plain: ({ payAmount }) => plainMoney(payAmount.exact),
  },
];

/** A row on the clipboard, cells apart by tabs; a text that a spreadsheet would take for a formula is quoted. */
export function plainRow(row: Row): string {
  return COLUMNS.map(({ plain, isNumber }) => {
    const text = plain(row).replace(/[\t\r\n]/gu, ' ');
    return !isNumber && /^[=+\-@]/u.test(text) ? `'${text}` : text;
  }).join('\t');
}
