/** Writes bills as CSV: exact amounts, times in UTC, safe to open in a spreadsheet. */
import { formatDecimal } from '../../../../shared/api/exact-decimal.ts';
import {
  BYTE_ORDER_MARK,
  csvLine,
  guardedUnlessNumber,
  type CsvStyle,
} from '../../../../shared/export/csv.ts';
import { decimalOf } from './money-sum.ts';
import type { SpendRow } from '../../../../shared/contract/spend.ts';

type CsvColumns = 'gesso' | 'focus';

/** Decimals of the service's unit, 1/10000 USD. */
const UNIT_DIGITS = 4;

interface Column {
  readonly name: string;
  read(row: SpendRow): string;
}

const text = (value: string) => value;
const time = (second: number | undefined) =>
  second === undefined ? '' : new Date(second * 1000).toISOString();

/** @param units 1/10000 USD */
function usd(units: string): string {
  const { value, scale } = decimalOf(units);
  return formatDecimal({ value, scale: scale + UNIT_DIGITS });
}

/** The service sends one for all prices of a row. */
function divisorOf({ basePrices, discountPrices }: SpendRow): string {
  return [...discountPrices, ...basePrices].find((price) => price != null)?.precision ?? '';
}

const GESSO: readonly Column[] = [
  { name: 'Start (UTC)', read: ({ startTime }) => time(startTime) },
  { name: 'Last second (UTC)', read: ({ endTime }) => time(endTime) },
  { name: 'Category', read: ({ category }) => text(category) },
  { name: 'Product', read: ({ productName }) => text(productName) },
  { name: 'Product ID', read: ({ productId }) => text(productId) },
  { name: 'Owner', read: ({ ownerId }) => text(ownerId) },
  { name: 'Billing method', read: ({ billingMethod }) => text(billingMethod) },
  { name: 'Quantity 0', read: ({ quantities }) => quantities[0] ?? '' },
  { name: 'Quantity 1', read: ({ quantities }) => quantities[1] ?? '' },
  { name: 'Base price 0', read: ({ basePrices }) => basePrices[0]?.amount ?? '' },
  { name: 'Base price 1', read: ({ basePrices }) => basePrices[1]?.amount ?? '' },
  { name: 'Price 0', read: ({ discountPrices }) => discountPrices[0]?.amount ?? '' },
  { name: 'Price 1', read: ({ discountPrices }) => discountPrices[1]?.amount ?? '' },
  { name: 'Divisor of prices', read: divisorOf },
  { name: 'Amount (USD)', read: ({ amount }) => usd(amount.exact) },
  { name: 'Voucher (USD)', read: ({ voucherAmount }) => usd(voucherAmount.exact) },
  { name: 'To pay (USD)', read: ({ payAmount }) => usd(payAmount.exact) },
  { name: 'Amount (1/10000 USD)', read: ({ amount }) => amount.exact },
];

/** FinOps Open Cost and Usage Specification 1.2. Periods end with the first second after them. */
const FOCUS: readonly Column[] = [
  { name: 'ChargePeriodStart', read: ({ startTime }) => time(startTime) },
  {
    name: 'ChargePeriodEnd',
    read: ({ endTime }) => time(endTime === undefined ? undefined : endTime + 1),
  },
  { name: 'ServiceCategory', read: ({ category }) => text(category) },
  { name: 'ServiceName', read: ({ productName }) => text(productName) },
  { name: 'SkuId', read: ({ productId }) => text(productId) },
  { name: 'ResourceId', read: ({ ownerId }) => text(ownerId) },
  { name: 'PricingCategory', read: ({ billingMethod }) => text(billingMethod) },
  { name: 'ListCost', read: ({ amount }) => usd(amount.exact) },
  { name: 'BilledCost', read: ({ payAmount }) => usd(payAmount.exact) },
  { name: 'BillingCurrency', read: () => 'USD' },
];

/** Has no total, which anyone summing a column would count twice. */
export function* csvLines(
  rows: readonly SpendRow[],
  columns: CsvColumns,
  style: CsvStyle,
): Generator<string> {
  const used = columns === 'focus' ? FOCUS : GESSO;
  yield (
    BYTE_ORDER_MARK +
      csvLine(
        used.map(({ name }) => name),
        style,
      )
  );
  for (const row of rows)
    yield csvLine(
      used.map(({ read }) => guardedUnlessNumber(read(row))),
      style,
    );
}
