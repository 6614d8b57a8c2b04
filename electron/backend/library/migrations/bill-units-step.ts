/** Bills with their sums, and those that may still change. Never changed once released. */
export const BILL_UNITS_STEP = `
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
  INSERT INTO bill_units (connection_id, cycle, category, start_time, read_at, is_final, rows)
    SELECT connection_id, cycle, category, start_time, 0, 1, rows FROM bills;
  DROP TABLE bills;
`;
