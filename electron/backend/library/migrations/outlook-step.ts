/** Budgets, what was said about them, expected products and kept forecasts. Never changed once released. */
export const OUTLOOK_STEP = `
  CREATE TABLE budgets (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    -- 1/10000 USD
    amount INTEGER NOT NULL,
    counts TEXT NOT NULL,
    asks INTEGER NOT NULL,
    -- seconds since 1970: until then it does not ask
    quiet_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX budgets_by_connection ON budgets (connection_id);

  -- A level of a budget that was reached: said once for a period and an amount.
  CREATE TABLE budget_levels (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    period TEXT NOT NULL,
    period_start INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    counts TEXT NOT NULL,
    level INTEGER NOT NULL,
    reached_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, scope, period, period_start, amount, counts, level)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE expected_products (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    product TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (connection_id, product)
  ) STRICT, WITHOUT ROWID;

  -- The first forecast of each week.
  CREATE TABLE forecasts (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    made_on INTEGER NOT NULL,
    month INTEGER NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    PRIMARY KEY (connection_id, made_on)
  ) STRICT, WITHOUT ROWID;
`;
