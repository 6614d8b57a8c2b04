/** Money is text in 1/10000 USD, never a float. Times are Unix seconds, UTC. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  appErrorSchema,
  fileSchema,
  idSchema,
  procedure,
  takes,
  timestampSchema,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/** A decimal number as text, e.g. `-12.345`; see `shared/api/exact-decimal.ts`. */
const decimalSchema = z.string().max(100);

const amountSchema = z.strictObject({
  exact: decimalSchema,
  /** False if a fraction was lost, so that 0 may mean "less than $0.0001". */
  hasDecimals: z.boolean(),
});

/** `amount` / `precision`, in 1/10000 USD. */
const unitPriceSchema = z.strictObject({ amount: decimalSchema, precision: decimalSchema });

export const billRowSchema = z.strictObject({
  category: z.string(),
  productName: z.string(),
  productId: z.string(),
  ownerId: z.string(),
  billingMethod: z.string(),
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

/** `end` is exclusive. */
export const spendRangeSchema = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});

/** Weeks begin on Monday. Hours come from hourly bills, all else from daily ones. */
export const SPEND_UNITS = ['hour', 'day', 'week', 'month'] as const;
export const spendUnitSchema = z.enum(SPEND_UNITS);

const spendTotalsSchema = z.strictObject({
  amount: amountSchema,
  voucherAmount: amountSchema,
  payAmount: amountSchema,
  rows: z.int().nonnegative(),
});

export const categoriesSchema = z.array(z.string().min(1).max(100)).min(1).max(100);

/** Filters apply to complete bills, in the backend. */
const spendFilterSchema = z.strictObject({
  /** Default: the active connection. Connections of one account count once. */
  connectionIds: z.array(idSchema).min(1).max(100).optional(),
  /** If all known ones are included, unknown ones count too. */
  categories: categoriesSchema,
  /** Unknown categories that are excluded. */
  without: z.array(z.string().max(100)).max(100).optional(),
  /** Part of the product's name, ignoring case. */
  productName: z.string().max(200).optional(),
  /** Exactly this product: a key of a series by product. */
  productKey: z.string().max(1000).optional(),
  /** Exactly this instance; an empty text means rows without one. */
  ownerId: z.string().max(200).optional(),
});

const SPEND_GROUPS = ['category', 'product', 'owner', 'connection'] as const;
export const spendGroupSchema = z.enum(SPEND_GROUPS);

const spendKeySchema = z.strictObject({
  /** For `spendSelectionSchema`; `undefined` for all others together. */
  key: z.string().optional(),
  label: z.string(),
  /** Distinguishes keys with the same label. */
  detail: z.string().optional(),
  total: spendTotalsSchema,
});

const spendBucketSchema = z.strictObject({
  start: z.int(),
  end: z.int(),
  /** `so-far`: not over. `may-change`: over, but late rows may come. `unknown`: never fetched. */
  state: z.enum(['final', 'may-change', 'so-far', 'unknown']),
  /** A charge lost its fraction, so a total of 0 means less than $0.0001. */
  hasLoss: z.boolean().optional(),
});

const spendCheckSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('matches') }),
  z.strictObject({
    kind: z.literal('differs'),
    /** Control total minus ours, 1/10000 USD. */
    by: decimalSchema,
    /** Starts of differing bars, largest difference first, at most ten. */
    buckets: z.array(z.int()).readonly(),
  }),
  /** Not comparable: filtered or not fetched. */
  z.strictObject({ kind: z.literal('none') }),
]);

const spendSeriesQuerySchema = z.strictObject({
  range: spendRangeSchema,
  filter: spendFilterSchema,
  unit: spendUnitSchema,
  groupBy: spendGroupSchema,
  /** Largest keys shown on their own; the others are combined. */
  maxKeys: z.int().min(1).max(50),
  /** Bars that fit; above this, a coarser unit is used. */
  maxBuckets: z.int().min(1).max(700),
  /** The first second of each day on whole hours, and the end. `range` spans all of them. */
  dayStarts: z.array(z.int().nonnegative().multipleOf(3600)).min(2).max(33).optional(),
});

const spendSeriesSchema = z.strictObject({
  unit: spendUnitSchema,
  /** Why `unit` is coarser than requested. */
  coarserBecause: z.enum(['bars', 'hours']).optional(),
  buckets: z.array(spendBucketSchema).readonly(),
  /** Largest total first; the combined rest last. */
  keys: z.array(spendKeySchema).readonly(),
  /** Amount of each key in each bucket, 1/10000 USD; `null`: no row. */
  amounts: z.array(z.array(decimalSchema.nullable()).readonly()).readonly(),
  total: spendTotalsSchema,
  check: spendCheckSchema,
  /** Unknown categories that the service names. */
  furtherCategories: z.array(z.string()).readonly().optional(),
  /** The decimals' unit is unknown and matters, so every charge is an upper bound. */
  isAtMost: z.literal(true).optional(),
  /** Equal charges can be genuine. */
  repeated: z.strictObject({ count: z.int().nonnegative(), amount: decimalSchema }),
  /** Rows whose amount differs from voucher plus cash. */
  unevenRows: z.int().nonnegative(),
  /** Groups of connections with keys of the same account; the first of each counts. */
  sameAccounts: z.array(z.array(z.string()).readonly()).readonly().optional(),
  /** Unix ms when the oldest changeable part was fetched; missing if nothing can change. */
  readAt: timestampSchema.optional(),
});

const spendSelectionSchema = z.strictObject({
  range: spendRangeSchema,
  filter: spendFilterSchema,
  /** Unit of the matching series: hourly or daily bills. */
  unit: spendUnitSchema,
  /** Rows of these keys, or with `isExcept` of all others. */
  group: z
    .strictObject({
      by: spendGroupSchema,
      keys: z.array(z.string().max(1000)).max(50),
      isExcept: z.boolean(),
    })
    .optional(),
  /** Part of any text of a row, ignoring case. */
  search: z.string().max(200).optional(),
  /** Only rows whose amount differs from voucher plus cash. */
  isUneven: z.literal(true).optional(),
});

export const SPEND_HEADINGS = ['day', 'category', 'product', 'owner', 'connection'] as const;
export const spendHeadingSchema = z.enum(SPEND_HEADINGS);

const SPEND_COLUMNS = [
  'startTime',
  'category',
  'productName',
  'ownerId',
  'billingMethod',
  'amount',
  'voucherAmount',
  'payAmount',
] as const;

const spendRowsQuerySchema = z.strictObject({
  selection: spendSelectionSchema,
  sortBy: z.enum(SPEND_COLUMNS),
  isDescending: z.boolean(),
  heading: spendHeadingSchema.optional(),
  /** Keys of collapsed headings. */
  closed: z.array(z.string().max(1000)).max(1000).optional(),
  /** Counts headings and rows. */
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(500),
});

const spendItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('row'), row: billRowSchema.extend({ connectionId: idSchema }) }),
  z.strictObject({
    kind: z.literal('heading'),
    key: z.string(),
    label: z.string(),
    detail: z.string().optional(),
    total: spendTotalsSchema,
    isClosed: z.boolean(),
  }),
]);

const spendRowsSchema = z.strictObject({
  items: z.array(spendItemSchema).readonly(),
  count: z.int().nonnegative(),
  /** Number of headings in `count`. */
  headings: z.int().nonnegative(),
  total: spendTotalsSchema,
  /** Fewest decimals of a dollar that show every amount exactly; at least 2. */
  digits: z.int().min(2),
});

const spendReadSchema = z.strictObject({
  range: spendRangeSchema,
  unit: spendUnitSchema,
  /** If all known ones are included, unknown ones are fetched too. */
  categories: categoriesSchema,
  /** Fetches changeable bills again even if they were just fetched. */
  isForced: z.boolean().optional(),
});

const spendReadEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('category'),
    /** `summary` is the control total. */
    category: z.string(),
    /** `waiting`: tries again at `until`, because the service asked to wait or did not answer. */
    state: z.enum(['asking', 'waiting', 'done', 'failed']),
    /** Answered requests of this sync, of all. */
    answered: z.int().nonnegative(),
    of: z.int().nonnegative(),
    until: timestampSchema.optional(),
    error: appErrorSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('ended'),
    /** Change of the previously known charges, 1/10000 USD. */
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
  /** Number of requests that `read` would send: many for hourly bills of more than a month. */
  readingSize: procedure.input(spendReadSchema).output(z.strictObject({ requests: z.int() })),
  /** A failed category does not stop the others. Unsubscribing keeps what was fetched. */
  read: procedure.input(spendReadSchema).output(eventIterator(spendReadEventSchema)),
  series: procedure.input(spendSeriesQuerySchema).output(spendSeriesSchema),
  rows: procedure.input(spendRowsQuerySchema).output(spendRowsSchema),
  /** Saves all rows of a selection as CSV; they add up to the selection's total. */
  save: takes({
    selection: spendSelectionSchema,
    /** `focus`: column names of the FinOps specification. */
    columns: z.enum(['gesso', 'focus']),
  }).output(saveOutcomeSchema),
  /** `invalid-input` for any other picture. */
  savePicture: takes({
    range: spendRangeSchema,
    format: z.enum(['png', 'svg']),
    picture: fileSchema,
  }).output(saveOutcomeSchema),
};
