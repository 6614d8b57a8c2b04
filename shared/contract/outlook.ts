/**
 * What lies behind and before the bills of one connection: the month so far, its likely end, days that
 * stand out, and budgets. Amounts are whole 1/10000 USD unless they are text.
 */
import { z } from 'zod';
import { BUDGET_PERIODS } from '../spend/budget-periods.ts';
import { idSchema, procedure, timestampSchema } from './common.ts';

/** An amount of bills: exact, 1/10000 USD; see `amountSchema` of spend. */
const billedSchema = z.strictObject({ exact: z.string().max(100), hasDecimals: z.boolean() });

/** Seconds since 1970, UTC. */
const secondSchema = z.int();

/** Most budgets of a connection. */
export const MAX_BUDGETS = 20;

/** Percent of a budget at which Gesso speaks. */
export const BUDGET_LEVELS = [50, 80, 100] as const;

/** Money for a period, of everything or of one category. */
export const budgetSchema = z.strictObject({
  id: idSchema,
  /** `all`, or a category. */
  scope: z.string().min(1).max(100),
  /** Weeks begin on Monday; all of them at midnight UTC. */
  period: z.enum(BUDGET_PERIODS),
  amount: z.int().min(1).max(1_000_000_000_000),
  /** What counts: all that was used, or what is left to pay after vouchers. */
  counts: z.enum(['used', 'to-pay']),
  /** Gesso asks before a call that would go over it. */
  asks: z.boolean(),
});

const budgetStateSchema = z.strictObject({
  budget: budgetSchema,
  start: secondSchema,
  /** First second after it. */
  end: secondSchema,
  spent: billedSchema,
  /** Whole percent, rounded down; negative after a credit. */
  percent: z.int(),
  /** False while a part of the period was never read. */
  isKnown: z.boolean(),
  /** The latest period before that was found to have gone over after its end. */
  lateStart: secondSchema.optional(),
});

const forecastSchema = z.discriminatedUnion('kind', [
  /** The last day: the bill so far is all that can be said. */
  z.strictObject({ kind: z.literal('billed') }),
  /** Settled days, and how many are needed. */
  z.strictObject({ kind: z.literal('few-days'), days: z.int(), needed: z.int() }),
  z.strictObject({ kind: z.literal('few-active'), days: z.int(), needed: z.int() }),
  /** Too uneven for a range. */
  z.strictObject({ kind: z.literal('uneven'), atPace: z.int() }),
  /** About 8 in 10 months end inside. */
  z.strictObject({ kind: z.literal('range'), low: z.int(), high: z.int() }),
]);

/** A forecast of the past beside the bill. */
const pastForecastSchema = z.strictObject({
  /** The day on which it was made. */
  madeOn: secondSchema,
  /** First second of its month. */
  month: secondSchema,
  low: z.int(),
  high: z.int(),
  actual: billedSchema,
});

const spikeSchema = z.strictObject({
  /** The day. */
  start: secondSchema,
  amount: z.int(),
  /** The median of the days with a charge before it. */
  usual: z.int(),
  /** The products that made the difference, the largest first. */
  products: z
    .array(
      z.strictObject({
        /** Names it in `outlook.expect`. */
        key: z.string(),
        label: z.string(),
        amount: z.int(),
        usual: z.int(),
      }),
    )
    .readonly(),
});

export const outlookSchema = z.strictObject({
  connectionId: idSchema,
  isPractice: z.boolean(),
  /** False when the key may not see bills. */
  mayReadBills: z.boolean(),
  /** Seconds that the service's clock is ahead of this computer's. */
  clockAhead: secondSchema,
  /** This month, UTC. */
  month: z.strictObject({
    start: secondSchema,
    end: secondSchema,
    /** Missing while it was never read as a whole. */
    spent: billedSchema.optional(),
    /** The unit of the decimals is not settled yet, and matters: it is no more than that. */
    isAtMost: z.literal(true).optional(),
    /** When its oldest part was read, Unix ms. */
    readAt: timestampSchema.optional(),
  }),
  forecast: forecastSchema,
  /** The last three whose month is over, the latest first. */
  pastForecasts: z.array(pastForecastSchema).readonly(),
  spikes: z.array(spikeSchema).readonly(),
  budgets: z.array(budgetStateSchema).readonly(),
  /** All categories that can have a budget. */
  categories: z.array(z.string()).readonly(),
});

export type Budget = z.infer<typeof budgetSchema>;
export type BudgetPeriod = Budget['period'];
export type BudgetState = z.infer<typeof budgetStateSchema>;
export type Outlook = z.infer<typeof outlookSchema>;

export const outlookContract = {
  /** Of the active connection, from what the store has. `no-connection` without one. */
  read: procedure.output(outlookSchema),
  /** Replaces the budgets of the active connection. `invalid-input` in practice, which costs nothing. */
  setBudgets: procedure
    .input(z.strictObject({ budgets: z.array(budgetSchema).max(MAX_BUDGETS) }))
    .output(outlookSchema),
  /** This product is expected to cost more: its days do not stand out for a week. */
  expect: procedure.input(z.strictObject({ product: z.string().max(1000) })).output(outlookSchema),
  /**
   * The answer to `over-budget`: the next call may go over this budget (within a minute), or all calls
   * of today, UTC.
   */
  allow: procedure.input(z.strictObject({ budgetId: idSchema, calls: z.enum(['next', 'today']) })),
};
