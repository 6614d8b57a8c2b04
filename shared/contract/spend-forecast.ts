/** Amounts are whole 1/10000 USD unless they are text. */
import { z } from 'zod';
import { idSchema, procedure, takes, timestampSchema, rowsOf } from './common.ts';

export const BUDGET_PERIODS = ['day', 'week', 'month'] as const;

/** An exact bill amount in 1/10000 USD; see `amountSchema` of spend. */
const billedSchema = z.strictObject({ exact: z.string().max(100), hasDecimals: z.boolean() });

/** Unix seconds. */
const secondSchema = z.int();

export const MAX_BUDGETS = 20;

/** Percentages of a budget that trigger a notice. */
export const BUDGET_LEVELS = [50, 80, 100] as const;

export const budgetSchema = z.strictObject({
  id: idSchema,
  /** `all`, or a category. */
  scope: z.string().min(1).max(100),
  /** Periods begin at midnight UTC, weeks on Monday. */
  period: z.enum(BUDGET_PERIODS),
  amount: z.int().min(1).max(1_000_000_000_000),
  /** Whether everything used counts, or only what remains after vouchers. */
  counts: z.enum(['used', 'to-pay']),
  asks: z.boolean(),
});

const budgetStateSchema = z.strictObject({
  budget: budgetSchema,
  start: secondSchema,
  /** First second after the period. */
  end: secondSchema,
  spent: billedSchema,
  /** Whole percent, rounded down; negative after a credit. */
  percent: z.int(),
  /** False if part of the period was never fetched. */
  isKnown: z.boolean(),
  /** Start of the latest earlier period that turned out to be exceeded only after its end. */
  lateStart: secondSchema.optional(),
});

const forecastSchema = z.discriminatedUnion('kind', [
  /** The last day: only the bill so far is known. */
  z.strictObject({ kind: z.literal('billed') }),
  /** Final days, and how many are needed. */
  z.strictObject({ kind: z.literal('few-days'), days: z.int(), needed: z.int() }),
  z.strictObject({ kind: z.literal('few-active'), days: z.int(), needed: z.int() }),
  /** Too irregular for a range. */
  z.strictObject({ kind: z.literal('uneven'), atPace: z.int() }),
  /** About 8 in 10 months end in this range. */
  z.strictObject({ kind: z.literal('range'), low: z.int(), high: z.int() }),
]);

const pastForecastSchema = z.strictObject({
  madeOn: secondSchema,
  /** First second of its month. */
  month: secondSchema,
  low: z.int(),
  high: z.int(),
  actual: billedSchema,
});

const spikeSchema = z.strictObject({
  start: secondSchema,
  amount: z.int(),
  /** Median of earlier days with a charge. */
  usual: z.int(),
  /** Products that caused the difference, largest first. */
  products: rowsOf({
    /** For `expect`. */
    key: z.string(),
    label: z.string(),
    amount: z.int(),
    usual: z.int(),
  }),
});

const spendForecastSchema = z.strictObject({
  connectionId: idSchema,
  isPractice: z.boolean(),
  /** False if the key may not read bills. */
  mayReadBills: z.boolean(),
  /** Seconds by which the service's clock is ahead of this computer's. */
  clockAhead: secondSchema,
  month: z.strictObject({
    start: secondSchema,
    end: secondSchema,
    /** Missing until the whole month was fetched. */
    spent: billedSchema.optional(),
    /** The decimals' unit is unknown and matters, so this is an upper bound. */
    isAtMost: z.literal(true).optional(),
    /** Unix ms when its oldest part was fetched. */
    readAt: timestampSchema.optional(),
  }),
  forecast: forecastSchema,
  /** The last three finished months, latest first. */
  pastForecasts: z.array(pastForecastSchema).readonly(),
  spikes: z.array(spikeSchema).readonly(),
  budgets: z.array(budgetStateSchema).readonly(),
  categories: z.array(z.string()).readonly(),
});

export type Budget = z.infer<typeof budgetSchema>;
export type BudgetState = z.infer<typeof budgetStateSchema>;
export type SpendForecast = z.infer<typeof spendForecastSchema>;

export const spendForecastContract = {
  /** Reads the active connection's stored bills. `no-connection` without one. */
  read: procedure.output(spendForecastSchema),
  /** `invalid-input` in practice, which is free. */
  setBudgets: takes({ budgets: z.array(budgetSchema).max(MAX_BUDGETS) }).output(
    spendForecastSchema,
  ),
  /** Marks higher costs of a product as expected; its days are not flagged for a week. */
  expect: takes({ product: z.string().max(1000) }).output(spendForecastSchema),
  /** Permits the next call within a minute, or all calls of today (UTC), to exceed this budget. */
  allow: takes({ budgetId: idSchema, calls: z.enum(['next', 'today']) }),
};
