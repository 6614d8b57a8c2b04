/** What the Spend screen shows; kept over restarts. */
import { z } from 'zod';
import { CHARGED_CATEGORIES } from '../api/billing.ts';
import { spendGroupSchema, spendUnitSchema } from './spend.ts';

/** Periods that move on with the day; the others have fixed dates. */
export const SPEND_PRESETS = [
  'today',
  'week',
  'month',
  'days-30',
  'last-month',
  'days-90',
  'year',
] as const;
export const spendPresetSchema = z.enum(SPEND_PRESETS);

export const spendViewSchema = z.strictObject({
  period: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('preset'), id: spendPresetSchema }),
    z.strictObject({
      kind: z.literal('dates'),
      /** First second, and first second after it, UTC. */
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
    }),
  ]),
  unit: spendUnitSchema,
  groupBy: spendGroupSchema,
  categories: z.array(z.enum(CHARGED_CATEGORIES)).min(1),
  productName: z.string().max(200),
  /** The outline of the stretch before it. */
  isCompared: z.boolean(),
  /** The sum so far, as a line. */
  isCumulative: z.boolean(),
});

export type SpendPreset = z.infer<typeof spendPresetSchema>;
export type SpendView = z.infer<typeof spendViewSchema>;

export const DEFAULT_SPEND_VIEW: SpendView = {
  period: { kind: 'preset', id: 'month' },
  unit: 'day',
  groupBy: 'category',
  categories: [...CHARGED_CATEGORIES],
  productName: '',
  isCompared: true,
  isCumulative: false,
};
