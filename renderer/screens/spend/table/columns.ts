import type { SpendRow, SpendRowsQuery } from '../../../../shared/contract/spend.ts';
import {
  SPEND_TABLE_COLUMNS,
  type SpendTableColumn,
} from '../../../../shared/contract/spend-view.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import {
  formatExactly,
  formatWith,
  isZero,
  type Amount,
} from '../../../../shared/spend/exact-money.ts';
import { isFractionLost } from '../../../../shared/spend/lost.ts';
import { UTC_FORMAT } from '../model/period.ts';

export interface Column {
  readonly id: SpendTableColumn;
  readonly title: string;
  /** CSS width within the row. */
  readonly width: string;
  readonly isNumber: boolean;
  readonly sortBy?: SpendRowsQuery['sortBy'];
  /** @param digits after the point of a dollar, so that rows add up exactly to their sums */
  text(row: SpendRow, digits: number): string;
  /** For the clipboard: exact, unformatted numbers. */
  plain(row: SpendRow): string;
}

/** "$0.0012" → "0.0012"; a real minus for spreadsheets. */
const plainMoney = (exact: string): string =>
  formatExactly({ exact }).replace('$', '').replace('−', '-').replaceAll(',', '');

const utc = (second: number | undefined) =>
  second === undefined ? '' : new Date(second * 1000).toISOString();

const DAY = 86_400;

/** "28 Nov" for a charge of whole days, else "28 Nov, 14:00"; the year where it is another one. */
function startInWords({ startTime, endTime }: SpendRow): string {
  const start = new Date(startTime * 1000);
  const isOfDays = startTime % DAY === 0 && endTime !== undefined && endTime - startTime >= DAY - 1;
  const isThisYear = start.getUTCFullYear() === new Date().getUTCFullYear();
  const day = (isThisYear ? UTC_FORMAT.day : UTC_FORMAT.dayOfYear).format(start);
  return isOfDays ? day : `${day}, ${UTC_FORMAT.hour.format(start)}`;
}

const words = (
  id: SpendTableColumn,
  title: string,
  width: string,
  read: (row: SpendRow) => string,
): Column => ({ id, title, width, isNumber: false, text: read, plain: read });

const MONEY_COLUMNS = ['amount', 'voucherAmount', 'payAmount'] as const;
type MoneyColumn = (typeof MONEY_COLUMNS)[number];

function amount(id: MoneyColumn, title: string): Column {
  return {
    id,
    title,
    width: '5.625rem',
    isNumber: true,
    sortBy: id,
    text: (row, digits) => columnAmount(id, row[id], !isFractionLost(row), digits),
    plain: (row) => plainMoney(row[id].exact),
  };
}

/** Characters of the longest amount. @param digits after the point */
export function longestAmount(
  sums: readonly Readonly<Record<MoneyColumn, Amount>>[],
  digits: number,
): number {
  return Math.max(
    0,
    ...sums.flatMap((each) => MONEY_COLUMNS.map((id) => formatWith(each[id], digits).length)),
  );
}

/** @param digits after the point */
export function columnAmount(
  id: MoneyColumn,
  { exact }: Pick<Amount, 'exact'>,
  hasDecimals: boolean,
  digits: number,
): string {
  if (id === 'voucherAmount' && isZero({ exact, hasDecimals: true })) return '–';
  return formatWith({ exact, hasDecimals }, digits);
}

/** Shown as sent: the specification does not say what it counts. */
function quantity(id: 'quantity0' | 'quantity1', title: string, index: 0 | 1): Column {
  const read = ({ quantities }: SpendRow) => quantities[index] ?? '';
  return { id, title, width: '6.25rem', isNumber: true, text: read, plain: read };
}

function price(
  id: SpendTableColumn,
  title: string,
  field: 'basePrices' | 'discountPrices',
  index: 0 | 1,
): Column {
  const read = (row: SpendRow) => {
    const found = row[field][index];
    return found == null ? '' : `${found.amount} / ${found.precision}`;
  };
  return { id, title, width: '7.5rem', isNumber: true, text: read, plain: read };
}

const ALL: Readonly<Record<SpendTableColumn, Column>> = {
  startTime: {
    ...words('startTime', 'Start (UTC)', 'minmax(6.5rem, 8rem)', ({ startTime }) => utc(startTime)),
    sortBy: 'startTime',
    text: startInWords,
  },
  endTime: words('endTime', 'Last second (UTC)', '11.25rem', ({ endTime }) => utc(endTime)),
  category: {
    ...words('category', 'Category', 'minmax(9.5rem, 1fr)', ({ category }) => category),
    sortBy: 'category',
    text: ({ category }) => categoryName(category),
  },
  productName: {
    ...words('productName', 'Product', 'minmax(7.5rem, 2fr)', ({ productName }) => productName),
    sortBy: 'productName',
  },
  productId: words(
    'productId',
    'Product ID',
    'minmax(5.625rem, 1fr)',
    ({ productId }) => productId,
  ),
  ownerId: {
    ...words('ownerId', 'Owner', 'minmax(5rem, 1fr)', ({ ownerId }) => ownerId),
    sortBy: 'ownerId',
  },
  billingMethod: {
    ...words('billingMethod', 'Billing', 'minmax(5rem, 1fr)', (row) => row.billingMethod),
    sortBy: 'billingMethod',
  },
  quantity0: quantity('quantity0', 'Quantity 0', 0),
  quantity1: quantity('quantity1', 'Quantity 1', 1),
  basePrice0: price('basePrice0', 'Base price 0', 'basePrices', 0),
  basePrice1: price('basePrice1', 'Base price 1', 'basePrices', 1),
  discountPrice0: price('discountPrice0', 'Price 0', 'discountPrices', 0),
  discountPrice1: price('discountPrice1', 'Price 1', 'discountPrices', 1),
  amount: amount('amount', 'Amount'),
  voucherAmount: amount('voucherAmount', 'Voucher'),
  payAmount: amount('payAmount', 'To pay'),
};

export const COLUMNS: readonly Column[] = SPEND_TABLE_COLUMNS.map((id) => ALL[id]);

/**
 * Returns `grid-template-columns`; headings without text next to them get room.
 * @param signs characters of the longest amount
 */
export function templateOf(
  columns: readonly Column[],
  signs: number,
  hasHeadings: boolean,
): string {
  const widths = columns.map(({ id, width }) =>
    isMoney(id) ? `max(${width}, ${signs * DIGIT_WIDTH}rem)` : width,
  );
  const needsRoom = hasHeadings && isMoney(columns[0]?.id ?? 'startTime');
  return [...(needsRoom ? [HEADING_WIDTH] : []), ...widths].join(' ');
}

/** `rem`, of the bold digits of a heading. */
const DIGIT_WIDTH = 0.53125;

const HEADING_WIDTH = 'minmax(10rem, 1fr)';

export function isMoney(id: SpendTableColumn): id is MoneyColumn {
  return MONEY_COLUMNS.some((each) => each === id);
}

export function columnsOf(ids: readonly SpendTableColumn[]): readonly Column[] {
  return COLUMNS.filter(({ id }) => ids.includes(id));
}
