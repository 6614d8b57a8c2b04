import { z } from 'zod';
import { idSchema } from './common.ts';
import {
  categoriesSchema,
  spendGroupSchema,
  spendHeadingSchema,
  spendUnitSchema,
} from './spend.ts';
import { CHARGED_CATEGORIES } from '../api/billing.ts';

export const SPEND_PRESETS = [
  'today',
  'week',
  'month',
  'days-30',
  'last-month',
  'days-90',
  'year',
] as const;
const spendPresetSchema = z.enum(SPEND_PRESETS);

/** Table columns in order; prices and quantities as sent. */
export const SPEND_TABLE_COLUMNS = [
  'startTime',
  'endTime',
  'category',
  'productName',
  'productId',
  'ownerId',
  'billingMethod',
  'quantity0',
  'quantity1',
  'basePrice0',
  'basePrice1',
  'discountPrice0',
  'discountPrice1',
  'amount',
  'voucherAmount',
  'payAmount',
] as const;
export type SpendTableColumn = (typeof SPEND_TABLE_COLUMNS)[number];

export const spendTableSchema = z.strictObject({
  columns: z.array(z.enum(SPEND_TABLE_COLUMNS)).min(1).max(SPEND_TABLE_COLUMNS.length),
  heading: spendHeadingSchema.nullable(),
});
export type SpendTable = z.infer<typeof spendTableSchema>;

export const spendViewSchema = z.strictObject({
  period: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('preset'), id: spendPresetSchema }),
    z.strictObject({
      kind: z.literal('dates'),
      /** First second, and the first second after it, UTC. */
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
    }),
  ]),
  unit: spendUnitSchema,
  groupBy: spendGroupSchema,
  categories: categoriesSchema,
  /** Unknown categories that are switched off. */
  without: z.array(z.string().max(100)).max(100).optional(),
  productName: z.string().max(200),
  /** Filters one product, instance or connection; see the keys of a series. */
  productKey: z.string().max(1000).optional(),
  ownerId: z.string().max(200).optional(),
  connectionId: idSchema.optional(),
  /** Shows stored bills of all accounts instead of the active connection. */
  areAllConnections: z.boolean().optional(),
  /** Days of the computer's time zone, where possible. */
  areDaysLocal: z.boolean().optional(),
  isCompared: z.boolean(),
  isCumulative: z.boolean(),
  hasPatterns: z.boolean().optional(),
});

export type SpendPreset = z.infer<typeof spendPresetSchema>;
export type SpendView = z.infer<typeof spendViewSchema>;

export const DEFAULT_SPEND_TABLE: SpendTable = {
  columns: [
    'startTime',
    'category',
    'productName',
    'ownerId',
    'amount',
    'voucherAmount',
    'payAmount',
  ],
  heading: null,
};

export const DEFAULT_SPEND_VIEW: SpendView = {
  period: { kind: 'preset', id: 'month' },
  unit: 'day',
  groupBy: 'category',
  categories: [...CHARGED_CATEGORIES],
  productName: '',
  isCompared: true,
  isCumulative: false,
};
