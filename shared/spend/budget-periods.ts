/** Periods of budgets, beside no schema: the first screen reads them from errors. */
export const BUDGET_PERIODS = ['day', 'week', 'month'] as const;
