/** Folders that recipes follow, and the files of them that were taken. Never changed once released. */
export const FOLLOWS_STEP = `
  CREATE TABLE recipe_follows (
    id TEXT PRIMARY KEY,
    -- one of recipes, or one that comes with Gesso
    recipe_id TEXT NOT NULL,
    -- absolute path of the folder
    folder TEXT NOT NULL,
    -- … and of the one for finished files; NULL = Gesso keeps them
    saves_to TEXT,
    calls_a_day INTEGER NOT NULL,
    -- 1/10000 USD
    money_a_day INTEGER NOT NULL,
    -- the user wants it; after a restart it is confirmed first
    is_on INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- the run of the day that files were last taken on, counted in local days
    run_id TEXT,
    run_day TEXT
  ) STRICT;

  -- A file as it was when it was taken, or when the following began.
  CREATE TABLE recipe_follow_files (
    follow_id TEXT NOT NULL REFERENCES recipe_follows (id) ON DELETE CASCADE,
    -- absolute
    path TEXT NOT NULL,
    byte_length INTEGER NOT NULL,
    modified_at REAL NOT NULL,
    -- SHA-256 of its content; NULL = it was there before
    hash TEXT,
    -- when it was taken, and as it was planned then; NULL for a file that was there before
    taken_at INTEGER,
    run_id TEXT,
    calls INTEGER NOT NULL DEFAULT 0,
    -- 1/10000 USD; NULL = not known
    cost INTEGER,
    PRIMARY KEY (follow_id, path)
  ) STRICT, WITHOUT ROWID;
`;
