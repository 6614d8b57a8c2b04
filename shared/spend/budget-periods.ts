/** Separate from the schemas, because the first screen needs it for errors. */
export const BUDGET_PERIODS = ['day', 'week', 'month'] as const;
