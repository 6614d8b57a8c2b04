/**
 * The bills beside Gesso's own calls, by hour and product. Bills name no calls, so counts come first, and
 * money only where all calls of an hour were Gesso's. Amounts are text in 1/10000 USD, hours seconds, UTC.
 */
import { z } from 'zod';
import { idSchema, procedure, timestampSchema } from './common.ts';
import { pricedKindSchema } from './prices.ts';
import { spendRangeSchema } from './spend.ts';

const amountSchema = z.strictObject({ exact: z.string().max(100), hasDecimals: z.boolean() });

/** An hour and a product. */
const causedRowSchema = z.strictObject({
  start: z.int(),
  /** The bill's name of the product; for our own calls without a bill, the name of the work. */
  product: z.string(),
  /** `calls` of picture and video work, `tokens` of language models. */
  unit: z.enum(['calls', 'tokens']),
  /** On the bill; missing when its quantity is no whole number, or there is no bill. */
  billed: z.int().optional(),
  /** Ours that should be billed. */
  ours: z.int().nonnegative(),
  /** Ours with an unknown outcome: possibly billed. */
  possible: z.int().nonnegative(),
  amount: amountSchema.optional(),
  /**
   * `both` · `only-billed`: other programs or people on this account · `only-ours`: free, or it failed ·
   * `not-yet`: ours, and bills of this hour may still come.
   */
  state: z.enum(['both', 'only-billed', 'only-ours', 'not-yet']),
  /** All calls of this hour and product are ours. */
  isPure: z.boolean(),
});

const learnedPriceSchema = z.strictObject({
  kind: pricedKindSchema,
  /** The median, whole 1/10000 USD. */
  price: z.int().nonnegative(),
  /** Hours that it was learned from. */
  hours: z.int().positive(),
  /** The latest of them. */
  last: z.int(),
});

/** Work of one thing, by our own list of calls. */
const dearestSchema = z.strictObject({
  /** `recipe`: all calls of one run of it. */
  kind: z.enum(['photo', 'recipe', 'model', 'conversation']),
  id: z.string(),
  name: z.string(),
  calls: z.int().positive(),
  /** 1/10000 USD of calls with a known price, exactly; missing where none is known. */
  cost: z.string().max(100).optional(),
  tokens: z.int().nonnegative().optional(),
});

export const causedSchema = z.strictObject({
  connectionId: idSchema,
  /** Newest first; at most 500. */
  rows: z.array(causedRowSchema).readonly(),
  /** Rows beyond these. */
  more: z.int().nonnegative(),
  /** Sum of the rows in which every call is ours. */
  surely: amountSchema,
  /** … and of those in which some are: Gesso's part is at most this. */
  atMost: amountSchema,
  learned: z.array(learnedPriceSchema).readonly(),
  dearest: z.array(dearestSchema).readonly(),
  /** False while a part of the range was never read by the hour. */
  isKnown: z.boolean(),
  readAt: timestampSchema.optional(),
});

export type Caused = z.infer<typeof causedSchema>;
export type CausedRow = Caused['rows'][number];

export const causedContract = {
  /** At most 31 days of the active connection, from what the store has by the hour. */
  read: procedure.input(z.strictObject({ range: spendRangeSchema })).output(causedSchema),
};
