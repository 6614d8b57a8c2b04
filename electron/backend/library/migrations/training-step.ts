/** Files for the training data. Never changed once released. */
export const TRAINING_STEP = `
  CREATE TABLE training_files (
    -- in the order in which they were added
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    revision INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- in what was dropped
    folder TEXT NOT NULL,
    -- absolute path of the user's own file; NULL where the host cannot tell it
    path TEXT,
    -- a copy in the folder training/, which goes before the path; NULL = none
    copy TEXT,
    byte_length INTEGER NOT NULL,
    -- of the user's file, ms
    modified_at REAL NOT NULL,
    -- of the file that is sent; its length and time when it was read
    hash TEXT,
    sent_length INTEGER,
    sent_modified_at REAL,
    format TEXT,
    width INTEGER,
    height INTEGER,
    -- shared/contract/training.ts, a bit each: rotated 1, alpha 2, cmyk 4, deep 8, animated 16
    marks INTEGER NOT NULL DEFAULT 0,
    -- brightness steps, for finding near-duplicates
    look BLOB,
    -- the row that this one is nearly the same as, or the same
    like_id INTEGER,
    state TEXT NOT NULL,
    -- 1 once its upload was ordered: it goes on to 'waiting' when it is checked
    is_ordered INTEGER NOT NULL DEFAULT 0,
    -- the connection of the order
    connection_id TEXT,
    connection_name TEXT,
    asset_id TEXT,
    uploaded_at INTEGER,
    error TEXT,
    -- a conversion that was ordered: 'keep' or 'flatten' (transparency); then the format that came of it
    conversion TEXT,
    converted_to TEXT,
    -- the removal that took it out of the list
    removal_id INTEGER,
    -- its place among all, trouble first
    rank INTEGER GENERATED ALWAYS AS (CASE state
      WHEN 'failed' THEN 0 WHEN 'unknown' THEN 1 WHEN 'convertible' THEN 2 WHEN 'finishing' THEN 3
      WHEN 'sending' THEN 3 WHEN 'waiting' THEN 5 WHEN 'checking' THEN 6 WHEN 'ready' THEN 7
      WHEN 'duplicate' THEN 8 WHEN 'skipped' THEN 9 ELSE 10 END) VIRTUAL
  ) STRICT;
  CREATE INDEX training_by_rank ON training_files (rank, id) WHERE removal_id IS NULL;
  CREATE INDEX training_by_state ON training_files (state, id) WHERE removal_id IS NULL;
  CREATE INDEX training_by_hash ON training_files (hash, connection_id) WHERE hash IS NOT NULL;
  CREATE INDEX training_by_origin ON training_files (name, byte_length);
  CREATE INDEX training_removed ON training_files (removal_id) WHERE removal_id IS NOT NULL;
`;
