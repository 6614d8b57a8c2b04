/** Amounts are as sent, so that they can be read in either unit. */
import { z } from 'zod';
import { amountIn, type DecimalUnit, type SentAmount } from '../../../../shared/api/bill-money.ts';
import { formatDecimal, parseDecimal, wholePart } from '../../../../shared/api/exact-decimal.ts';
import { billRowSchema, type BillLine } from '../../../../shared/contract/spend.ts';

const AMOUNTS = ['amount', 'voucherAmount', 'payAmount'] as const;

const sentSchema = z.strictObject({ whole: z.string().optional(), decimal: z.string().optional() });

export const storedLineSchema = billRowSchema.extend({
  /** In the order of `AMOUNTS`; missing in rows of Gesso 1.0.0. */
  sent: z.array(sentSchema).optional(),
});

export type StoredLine = z.infer<typeof storedLineSchema>;

interface ReadLines {
  readonly lines: readonly BillLine[];
  /** Rows whose amount is an upper bound, because the unit is unknown. */
  readonly atMost: number;
}

export function storedAmounts(row: Readonly<Record<(typeof AMOUNTS)[number], SentAmount>>) {
  const text = (sent: SentAmount) => ({
    ...(sent.whole === undefined ? {} : { whole: formatDecimal(sent.whole) }),
    ...(sent.decimal === undefined ? {} : { decimal: formatDecimal(sent.decimal) }),
  });
  return AMOUNTS.map((name) => text(row[name]));
}

/** @param unit `undefined` while unknown */
export function readLines(stored: readonly StoredLine[], unit: DecimalUnit | undefined): ReadLines {
  let atMost = 0;
  const lines = stored.map(({ sent, ...line }): BillLine => {
    const amounts = AMOUNTS.map((name, index) => {
      const amount = sent?.[index];
      return amountIn(amount === undefined ? sentBefore(line[name]) : sentOf(amount), unit);
    });
    if (amounts.some(({ isAtMost }) => isAtMost)) atMost += 1;
    const texts = amounts.map(({ exact, hasDecimals }) => ({
      exact: formatDecimal(exact),
      hasDecimals,
    }));
    const [amount = line.amount, voucherAmount = line.voucherAmount, payAmount = line.payAmount] =
      texts;
    return { ...line, amount, voucherAmount, payAmount };
  });
  return { lines, atMost };
}

function sentOf({ whole, decimal }: z.infer<typeof sentSchema>): SentAmount {
  return {
    whole: whole === undefined ? undefined : parseDecimal(whole),
    decimal: decimal === undefined ? undefined : parseDecimal(decimal),
  };
}

/** Gesso 1.0.0 kept decimals close to the whole amount: below 2 that is also true for dollars. */
function sentBefore({ exact, hasDecimals }: BillLine['amount']): SentAmount {
  const value = parseDecimal(exact);
  if (value === undefined || !hasDecimals) return { whole: value, decimal: undefined };
  return { whole: { value: wholePart(value), scale: 0 }, decimal: value };
}
