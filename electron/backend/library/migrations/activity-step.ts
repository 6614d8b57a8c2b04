/** The account of all calls. Never changed once released. */
export const ACTIVITY_STEP = `
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
  -- apart, so that a search reads the rows alone
  CREATE TABLE activity_exchanges (
    call_id INTEGER PRIMARY KEY REFERENCES activity_calls (id) ON DELETE CASCADE,
    exchange TEXT NOT NULL
  ) STRICT;
`;
