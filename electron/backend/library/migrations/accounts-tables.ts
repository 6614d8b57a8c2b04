export const ACCOUNTS_TABLES = `
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    key_hint TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    chat_path TEXT NOT NULL DEFAULT '/v3/chat/completions',
    gateway TEXT,
    enterprise_plan INTEGER
  ) STRICT;

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE slots_taken (
    connection_id TEXT NOT NULL,
    slot_group TEXT NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE slots_held (
    connection_id TEXT NOT NULL,
    slot_group TEXT NOT NULL,
    held_until INTEGER NOT NULL,
    PRIMARY KEY (connection_id, slot_group)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE prices (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    price INTEGER NOT NULL,
    PRIMARY KEY (connection_id, kind)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE bill_units (
    connection_id TEXT NOT NULL,
    cycle TEXT NOT NULL,
    category TEXT NOT NULL,
    start_time INTEGER NOT NULL,
    -- milliseconds since 1970
    read_at INTEGER NOT NULL,
    -- 1 when nothing more is billed in it
    is_final INTEGER NOT NULL,
    -- sums by hour or day and key, JSON; NULL = not worked out yet
    by_category TEXT,
    by_product TEXT,
    by_owner TEXT,
    facts TEXT,
    -- as they came, JSON; last, so that sums are read without it
    rows TEXT NOT NULL,
    PRIMARY KEY (connection_id, cycle, category, start_time)
  ) STRICT;

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

  CREATE TABLE forecasts (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    made_on INTEGER NOT NULL,
    month INTEGER NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    PRIMARY KEY (connection_id, made_on)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE model_lists (
    connection_id TEXT PRIMARY KEY,
    models TEXT NOT NULL,
    refreshed_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE model_marks (
    connection_id TEXT NOT NULL,
    model TEXT NOT NULL,
    is_favourite INTEGER NOT NULL DEFAULT 0,
    is_default INTEGER NOT NULL DEFAULT 0,
    takes_pictures INTEGER NOT NULL DEFAULT 0,
    last_used_at INTEGER,
    -- tokens by estimated token, learned
    token_ratio REAL NOT NULL DEFAULT 1,
    PRIMARY KEY (connection_id, model)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE bill_accounts (
    connection_id TEXT PRIMARY KEY NOT NULL,
    -- as the service names it in each row of a bill
    account TEXT NOT NULL,
    -- milliseconds since 1970
    read_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE screen_state (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE activity_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    -- of several looks at a task that are one row
    last_at INTEGER NOT NULL,
    operation TEXT NOT NULL,
    method TEXT NOT NULL,
    address TEXT NOT NULL,
    -- no reference: a removed connection's calls stay
    connection_id TEXT,
    connection_name TEXT NOT NULL,
    outcome TEXT NOT NULL,
    status INTEGER,
    error TEXT,
    milliseconds INTEGER NOT NULL,
    sent_bytes INTEGER NOT NULL,
    received_bytes INTEGER NOT NULL,
    -- 10^-10 USD
    cost INTEGER,
    tries INTEGER NOT NULL,
    looks INTEGER NOT NULL,
    job_id TEXT
  ) STRICT;
  CREATE INDEX activity_by_time ON activity_calls (started_at, id);
  CREATE INDEX activity_by_operation ON activity_calls (operation, started_at, id);
  CREATE INDEX activity_by_outcome ON activity_calls (outcome, started_at, id);
  CREATE INDEX activity_by_connection ON activity_calls (connection_id, started_at, id);
  CREATE INDEX activity_by_job ON activity_calls (job_id, started_at, id) WHERE job_id IS NOT NULL;

  CREATE TABLE activity_exchanges (
    call_id INTEGER PRIMARY KEY REFERENCES activity_calls (id) ON DELETE CASCADE,
    exchange TEXT NOT NULL
  ) STRICT;
`;
