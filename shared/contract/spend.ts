/**
 * Spend: the service's own bills, read into a store and computed there, so that the window gets sums and
 * one page of rows. Money is text in 1/10000 USD, never a float. Times are seconds since 1970, UTC.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, fileSchema, idSchema, procedure, timestampSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/** A decimal number as text, e.g. `-12.345`; see `shared/api/exact-decimal.ts`. */
const decimalSchema = z.string().max(100);

/** An amount in 1/10000 USD. */
const amountSchema = z.strictObject({
  exact: decimalSchema,
  /**
   * Of a row: the service sent decimals. Of a sum: no charge of it lost its fraction, so that 0 is nothing and
   * not "less than $0.0001".
   */
  hasDecimals: z.boolean(),
});

/** `amount` / `precision`, in 1/10000 USD. */
const unitPriceSchema = z.strictObject({ amount: decimalSchema, precision: decimalSchema });

/** A line of a bill. */
export const billRowSchema = z.strictObject({
  /** One of the known categories or an unknown one. */
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

/** From `start` to before `end`. */
export const spendRangeSchema = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});

/** Widths of a bar. Weeks begin on Monday. Hours are read by the hour, everything else by the day. */
export const SPEND_UNITS = ['hour', 'day', 'week', 'month'] as const;
export const spendUnitSchema = z.enum(SPEND_UNITS);

/** The sums of rows. */
export const spendTotalsSchema = z.strictObject({
  /** What was used. */
  amount: amountSchema,
  voucherAmount: amountSchema,
  /** What is to be paid in cash. */
  payAmount: amountSchema,
  rows: z.int().nonnegative(),
});

/** Names of categories: those that are known, and any that the service names. */
export const categoriesSchema = z.array(z.string().min(1).max(100)).min(1).max(100);

/** Rows that count. Everything is applied to whole answers, here. */
export const spendFilterSchema = z.strictObject({
  /** The active connection unless given; several are added up, and those of one account count once. */
  connectionIds: z.array(idSchema).min(1).max(100).optional(),
  /** With all that are known, those that the service names beyond them count, too. */
  categories: categoriesSchema,
  /** Categories beyond those that are known which do not count. */
  without: z.array(z.string().max(100)).max(100).optional(),
  /** Part of the product's name, in any case. */
  productName: z.string().max(200).optional(),
  /** Exactly this product: a key of a series by product. */
  productKey: z.string().max(1000).optional(),
  /** Exactly this instance; an empty text is that of rows without one. */
  ownerId: z.string().max(200).optional(),
});

/** What a colour of the chart stands for. */
export const SPEND_GROUPS = ['category', 'product', 'owner', 'connection'] as const;
export const spendGroupSchema = z.enum(SPEND_GROUPS);

/** A key of a group: a category, a product, an instance, a connection. */
export const spendKeySchema = z.strictObject({
  /** Names it in `spendSelectionSchema`; `undefined` for all the others together. */
  key: z.string().optional(),
  /** A name that people know. */
  label: z.string(),
  /** Where two keys have the same name: what tells them apart. */
  detail: z.string().optional(),
  total: spendTotalsSchema,
});

/** One bar. */
export const spendBucketSchema = z.strictObject({
  start: z.int(),
  end: z.int(),
  /**
   * `so-far`: it is not over · `may-change`: it is over, and late rows may still come · `settled` ·
   * `unknown`: it was never read.
   */
  state: z.enum(['settled', 'may-change', 'so-far', 'unknown']),
  /** A charge of it lost its fraction: a sum of 0 is less than $0.0001, and not nothing. */
  hasLoss: z.boolean().optional(),
});

/** The comparison with the service's own total. */
export const spendCheckSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('matches') }),
  z.strictObject({
    kind: z.literal('differs'),
    /** Its total less ours, 1/10000 USD. */
    by: decimalSchema,
    /** Starts of the bars that differ, the largest difference first; at most ten. */
    buckets: z.array(z.int()).readonly(),
  }),
  /** Something is filtered, or not read. */
  z.strictObject({ kind: z.literal('none') }),
]);

export const spendSeriesQuerySchema = z.strictObject({
  range: spendRangeSchema,
  filter: spendFilterSchema,
  unit: spendUnitSchema,
  groupBy: spendGroupSchema,
  /** Keys that are shown on their own, the largest; the others are one. */
  maxKeys: z.int().min(1).max(50),
  /** Bars that fit; a coarser unit is taken for more. */
  maxBuckets: z.int().min(1).max(700),
  /**
   * Bars by the day of another zone than UTC, from bills by the hour: the first second of each day, on
   * whole hours, and the first second after the last one. `range` reaches from the first to the last.
   */
  dayStarts: z.array(z.int().nonnegative().multipleOf(3600)).min(2).max(33).optional(),
});

export const spendSeriesSchema = z.strictObject({
  unit: spendUnitSchema,
  /** Why `unit` is coarser than asked for. */
  coarserBecause: z.enum(['bars', 'hours']).optional(),
  buckets: z.array(spendBucketSchema).readonly(),
  /** Largest total first; all others together last. */
  keys: z.array(spendKeySchema).readonly(),
  /** For each key its amount in each bucket, 1/10000 USD; `null` = no row. */
  amounts: z.array(z.array(decimalSchema.nullable()).readonly()).readonly(),
  total: spendTotalsSchema,
  check: spendCheckSchema,
  /** Categories beyond those that are known, which the service names. */
  furtherCategories: z.array(z.string()).readonly().optional(),
  /** The unit of the decimals is not settled yet, and matters: no charge is larger than shown. */
  isAtMost: z.literal(true).optional(),
  /** Rows that equal an earlier one of the same answer in every field: two equal charges can be real. */
  repeated: z.strictObject({ count: z.int().nonnegative(), amount: decimalSchema }),
  /** Rows whose amount is not voucher and cash together. */
  unevenRows: z.int().nonnegative(),
  /** Names of connections that are keys of one account, group by group: the first of each is counted. */
  sameAccounts: z.array(z.array(z.string()).readonly()).readonly().optional(),
  /** When the oldest part that may still change was read, Unix ms; missing when nothing can change. */
  readAt: timestampSchema.optional(),
});

/** Rows of a bar, a key, or both. */
export const spendSelectionSchema = z.strictObject({
  range: spendRangeSchema,
  filter: spendFilterSchema,
  /** The rows that a series by this unit counts: by the hour, or by the day. */
  unit: spendUnitSchema,
  /** Rows of these keys; with `isExcept` all but these. */
  group: z
    .strictObject({
      by: spendGroupSchema,
      keys: z.array(z.string().max(1000)).max(50),
      isExcept: z.boolean(),
    })
    .optional(),
  /** Part of any text of a row, in any case. */
  search: z.string().max(200).optional(),
  /** Only rows whose amount is not voucher and cash together. */
  isUneven: z.literal(true).optional(),
});

/** Headings that rows are gathered below. */
export const SPEND_HEADINGS = ['day', 'category', 'product', 'owner', 'connection'] as const;
export const spendHeadingSchema = z.enum(SPEND_HEADINGS);

/** Columns that rows are sorted by. */
export const SPEND_COLUMNS = [
  'startTime',
  'category',
  'productName',
  'ownerId',
  'billingMethod',
  'amount',
  'voucherAmount',
  'payAmount',
] as const;

export const spendRowsQuerySchema = z.strictObject({
  selection: spendSelectionSchema,
  sortBy: z.enum(SPEND_COLUMNS),
  isDescending: z.boolean(),
  /** Rows are gathered below headings, the dearest first. */
  heading: spendHeadingSchema.optional(),
  /** Keys of headings whose rows are left out. */
  closed: z.array(z.string().max(1000)).max(1000).optional(),
  /** Counts headings and rows. */
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(500),
});

/** A line of the table. */
export const spendItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('row'), row: billRowSchema.extend({ connectionId: idSchema }) }),
  z.strictObject({
    kind: z.literal('heading'),
    key: z.string(),
    label: z.string(),
    /** Where two have the same label. */
    detail: z.string().optional(),
    total: spendTotalsSchema,
    isClosed: z.boolean(),
  }),
]);

export const spendRowsSchema = z.strictObject({
  items: z.array(spendItemSchema).readonly(),
  /** Headings and rows of the whole table. */
  count: z.int().nonnegative(),
  /** Headings among them. */
  headings: z.int().nonnegative(),
  /** All rows of the selection. */
  total: spendTotalsSchema,
  /** Digits after the point of a dollar with which every amount of the rows is exact; at least 2. */
  digits: z.int().min(2),
});

export const spendReadSchema = z.strictObject({
  range: spendRangeSchema,
  unit: spendUnitSchema,
  /** With all that are known, those that the service names beyond them are read, too. */
  categories: categoriesSchema,
  /** What may still change is read again even when it was read a moment ago. */
  isForced: z.boolean().optional(),
});

/** News of a reading. */
export const spendReadEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('category'),
    /** `summary` is the control total. */
    category: z.string(),
    /** `waiting`: the service wants a pause until `until`. */
    state: z.enum(['asking', 'waiting', 'done', 'failed']),
    /** Requests of this reading that have been answered, and all of them. */
    answered: z.int().nonnegative(),
    of: z.int().nonnegative(),
    until: timestampSchema.optional(),
    error: appErrorSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('ended'),
    /** By how much the charges that were known before have changed, 1/10000 USD. */
    changed: z.string(),
  }),
]);

export type SpendRange = z.infer<typeof spendRangeSchema>;
export type SpendUnit = z.infer<typeof spendUnitSchema>;
export type SpendTotals = z.infer<typeof spendTotalsSchema>;
export type SpendFilter = z.infer<typeof spendFilterSchema>;
export type SpendGroup = z.infer<typeof spendGroupSchema>;
export type SpendKey = z.infer<typeof spendKeySchema>;
export type SpendBucket = z.infer<typeof spendBucketSchema>;
export type SpendCheck = z.infer<typeof spendCheckSchema>;
export type SpendSeriesQuery = z.infer<typeof spendSeriesQuerySchema>;
export type SpendSeries = z.infer<typeof spendSeriesSchema>;
export type SpendSelection = z.infer<typeof spendSelectionSchema>;
export type SpendRowsQuery = z.infer<typeof spendRowsQuerySchema>;
export type SpendRows = z.infer<typeof spendRowsSchema>;
export type SpendItem = z.infer<typeof spendItemSchema>;
export type SpendRow = Extract<SpendItem, { kind: 'row' }>['row'];
export type SpendHeading = z.infer<typeof spendHeadingSchema>;
export type SpendRead = z.infer<typeof spendReadSchema>;
export type SpendReadEvent = z.infer<typeof spendReadEventSchema>;
export type BillLine = z.infer<typeof billRowSchema>;

export const spendContract = {
  /** The requests that `read` would send now: above a month by the hour there are many. */
  readingSize: procedure.input(spendReadSchema).output(z.strictObject({ requests: z.int() })),
  /**
   * Reads what is missing or may have changed into the store, category by category, one request after
   * the other. One that fails leaves the others. Breaking off keeps what has come.
   */
  read: procedure.input(spendReadSchema).output(eventIterator(spendReadEventSchema)),
  /** Sums for a chart, of what the store has. */
  series: procedure.input(spendSeriesQuerySchema).output(spendSeriesSchema),
  /** A page of rows of what the store has, with the sum of all. */
  rows: procedure.input(spendRowsQuerySchema).output(spendRowsSchema),
  /** Saves all rows of a selection as CSV; they add up to the selection's total. */
  save: procedure
    .input(
      z.strictObject({
        selection: spendSelectionSchema,
        /** `focus`: the names of the FinOps specification's columns. */
        columns: z.enum(['gesso', 'focus']),
      }),
    )
    .output(saveOutcomeSchema),
  /** Saves the chart as the window has drawn it. `invalid-input` for anything but such a picture. */
  savePicture: procedure
    .input(
      z.strictObject({
        range: spendRangeSchema,
        format: z.enum(['png', 'svg']),
        picture: fileSchema,
      }),
    )
    .output(saveOutcomeSchema),
};
