/**
 * Bills don't name calls, so money is stated only for hours in which all calls were Gesso's.
 * Amounts are 1/10000 USD, hours Unix seconds, UTC.
 */
import { z } from 'zod';
import { idSchema, takes, timestampSchema } from './common.ts';
import { pricedKindSchema } from './prices.ts';
import { spendRangeSchema } from './spend.ts';

const amountSchema = z.strictObject({ exact: z.string().max(100), hasDecimals: z.boolean() });

const attributionRowSchema = z.strictObject({
  start: z.int(),
  /** Product name on the bill; without a bill, the name of the operation. */
  product: z.string(),
  /** `calls` for pictures and videos, `tokens` for language models. */
  unit: z.enum(['calls', 'tokens']),
  /** Missing if the billed quantity is not a whole number, or there is no bill. */
  billed: z.int().optional(),
  /** Gesso's calls that should be billed. */
  ours: z.int().nonnegative(),
  /** Gesso's calls with an unknown outcome, which may be billed. */
  possible: z.int().nonnegative(),
  amount: amountSchema.optional(),
  /**
   * `only-billed`: others on this account. `only-ours`: free or failed. `not-yet`: the bill may
   * still come.
   */
  state: z.enum(['both', 'only-billed', 'only-ours', 'not-yet']),
  /** All calls of this hour and product are Gesso's. */
  isPure: z.boolean(),
});

const learnedPriceSchema = z.strictObject({
  kind: pricedKindSchema,
  /** Median, whole 1/10000 USD. */
  price: z.int().nonnegative(),
  hours: z.int().positive(),
  last: z.int(),
});

const dearestSchema = z.strictObject({
  /** `recipe` covers all calls of one run. */
  kind: z.enum(['photo', 'recipe', 'model', 'conversation']),
  id: z.string(),
  name: z.string(),
  calls: z.int().positive(),
  /** Exact 1/10000 USD of calls with a known price; missing if none is known. */
  cost: z.string().max(100).optional(),
  tokens: z.int().nonnegative().optional(),
});

const costAttributionSchema = z.strictObject({
  connectionId: idSchema,
  /** Newest first; at most 500. */
  rows: z.array(attributionRowSchema).readonly(),
  more: z.int().nonnegative(),
  /** Sum of rows in which all calls are Gesso's. */
  surely: amountSchema,
  /** Sum of rows in which some calls are: an upper bound of Gesso's part. */
  atMost: amountSchema,
  learned: z.array(learnedPriceSchema).readonly(),
  dearest: z.array(dearestSchema).readonly(),
  /** False if part of the range was never fetched by the hour. */
  isKnown: z.boolean(),
  readAt: timestampSchema.optional(),
});

export type CostAttribution = z.infer<typeof costAttributionSchema>;
export type AttributionRow = CostAttribution['rows'][number];

export const attributionContract = {
  /** At most 31 days of the active connection, from stored hourly bills. */
  read: takes({ range: spendRangeSchema }).output(costAttributionSchema),
};
