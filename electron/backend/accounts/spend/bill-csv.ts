/** Writes bills as CSV: exact amounts, times in UTC, safe to open in a spreadsheet. */
import { formatDecimal } from '../../../../shared/api/exact-decimal.ts';
import { csvTable, type CsvColumn, type CsvStyle } from '../../../../shared/export/csv.ts';
import { decimalOf } from './money-sum.ts';
import type { SpendRow } from '../../../../shared/contract/spend.ts';

type CsvColumns = 'gesso' | 'focus';

/** Decimals of the service's unit, 1/10000 USD. */
const UNIT_DIGITS = 4;

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

const GESSO: readonly CsvColumn<SpendRow>[] = [
  ['Start (UTC)', ({ startTime }) => time(startTime)],
  ['Last second (UTC)', ({ endTime }) => time(endTime)],
  ['Category', ({ category }) => category],
  ['Product', ({ productName }) => productName],
  ['Product ID', ({ productId }) => productId],
  ['Owner', ({ ownerId }) => ownerId],
  ['Billing method', ({ billingMethod }) => billingMethod],
  ['Quantity 0', ({ quantities }) => quantities[0] ?? ''],
  ['Quantity 1', ({ quantities }) => quantities[1] ?? ''],
  ['Base price 0', ({ basePrices }) => basePrices[0]?.amount ?? ''],
  ['Base price 1', ({ basePrices }) => basePrices[1]?.amount ?? ''],
  ['Price 0', ({ discountPrices }) => discountPrices[0]?.amount ?? ''],
  ['Price 1', ({ discountPrices }) => discountPrices[1]?.amount ?? ''],
  ['Divisor of prices', divisorOf],
  ['Amount (USD)', ({ amount }) => usd(amount.exact)],
  ['Voucher (USD)', ({ voucherAmount }) => usd(voucherAmount.exact)],
  ['To pay (USD)', ({ payAmount }) => usd(payAmount.exact)],
  ['Amount (1/10000 USD)', ({ amount }) => amount.exact],
];

/** FinOps Open Cost and Usage Specification 1.2. Periods end with the first second after them. */
const FOCUS: readonly CsvColumn<SpendRow>[] = [
  ['ChargePeriodStart', ({ startTime }) => time(startTime)],
  ['ChargePeriodEnd', ({ endTime }) => time(endTime === undefined ? undefined : endTime + 1)],
  ['ServiceCategory', ({ category }) => category],
  ['ServiceName', ({ productName }) => productName],
  ['SkuId', ({ productId }) => productId],
  ['ResourceId', ({ ownerId }) => ownerId],
  ['PricingCategory', ({ billingMethod }) => billingMethod],
  ['ListCost', ({ amount }) => usd(amount.exact)],
  ['BilledCost', ({ payAmount }) => usd(payAmount.exact)],
  ['BillingCurrency', () => 'USD'],
];

/** Has no total, which anyone summing a column would count twice. */
export function csvLines(rows: readonly SpendRow[], columns: CsvColumns, style: CsvStyle) {
  return csvTable(columns === 'focus' ? FOCUS : GESSO, rows, style);
}
