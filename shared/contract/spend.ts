/** Spend: the service's own bills. Money is text in 1/10000 USD, never a float. */
import { z } from 'zod';
import { BILL_CATEGORIES, BILL_CYCLES } from '../api/billing.ts';
import { procedure } from './common.ts';

/** A decimal number as text, e.g. `-12.345`; see `shared/api/exact-decimal.ts`. */
const decimalSchema = z.string().max(100);

/** An amount in 1/10000 USD. */
const amountSchema = z.strictObject({
  exact: decimalSchema,
  /** False: a fraction may have been lost, so 0 means "less than $0.0001". */
  hasDecimals: z.boolean(),
});

/** `amount` / `precision`, in 1/10000 USD. */
const unitPriceSchema = z.strictObject({ amount: decimalSchema, precision: decimalSchema });

/** A line of a bill. */
export const billRowSchema = z.strictObject({
  /** One of the known categories or one nobody has heard of. */
  category: z.string(),
  productName: z.string(),
  productId: z.string(),
  ownerId: z.string(),
  billingMethod: z.string(),
  /** First second, Unix time, UTC. */
  startTime: z.number(),
  /** Last second that belongs to it. */
  endTime: z.number().optional(),
  quantities: z.array(decimalSchema.nullable()).readonly(),
  basePrices: z.array(unitPriceSchema.nullable()).readonly(),
  discountPrices: z.array(unitPriceSchema.nullable()).readonly(),
  amount: amountSchema,
  voucherAmount: amountSchema,
  payAmount: amountSchema,
});

/** A query for bills. Seconds since 1970, UTC; the range ends before `end`. */
export const billRangeSchema = z.strictObject({
  cycle: z.enum(BILL_CYCLES),
  /** `summary` is the control total of the others. */
  categories: z.array(z.enum(BILL_CATEGORIES)).min(1),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** Part of the product's name, in any case. */
  productName: z.string().max(200).optional(),
  /** Exactly this instance. */
  ownerId: z.string().max(200).optional(),
});

/** The rows of a range. */
export const billsSchema = z.strictObject({
  rows: z.array(billRowSchema).readonly(),
  /** From this second on more may still be billed: rows are up to an hour (storage: a day) late. */
  openFrom: z.int().nonnegative(),
  /**
   * Rows that equal an earlier one of the same answer in every field, without those of `summary`. They
   * are among `rows`, because two equal charges can be real: say so beside the comparison with
   * `summary`, whose difference may be their `amount`.
   */
  repeated: z.strictObject({
    count: z.int().nonnegative(),
    /** 1/10000 USD. */
    amount: decimalSchema,
  }),
});

export type BillLine = z.infer<typeof billRowSchema>;
export type BillRange = z.infer<typeof billRangeSchema>;
export type Bills = z.infer<typeof billsSchema>;

export const spendContract = {
  /**
   * The bills of the active connection. Long ranges are asked for in parts, one after the other;
   * closed periods are asked for once and kept.
   */
  bills: procedure.input(billRangeSchema).output(billsSchema),
};
