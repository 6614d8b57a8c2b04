export const WORK_TABLES = `
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
    removal_id INTEGER, rank INTEGER GENERATED ALWAYS AS (CASE state
    WHEN 'failed' THEN 0 WHEN 'unknown' THEN 1 WHEN 'convertible' THEN 2 WHEN 'skipped' THEN 3
    WHEN 'finishing' THEN 4 WHEN 'sending' THEN 4 WHEN 'waiting' THEN 5 WHEN 'checking' THEN 6
    WHEN 'ready' THEN 7 WHEN 'duplicate' THEN 8 ELSE 10 END) VIRTUAL) STRICT;
  CREATE INDEX training_by_state ON training_files (state, id) WHERE removal_id IS NULL;
  CREATE INDEX training_by_hash ON training_files (hash, connection_id) WHERE hash IS NOT NULL;
  CREATE INDEX training_by_origin ON training_files (name, byte_length);
  CREATE INDEX training_removed ON training_files (removal_id) WHERE removal_id IS NOT NULL;
  CREATE INDEX training_by_rank ON training_files (rank, id) WHERE removal_id IS NULL;

  CREATE TABLE recipes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- shared/contract/recipe-steps.ts, JSON
    steps TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    -- when the user has taken it out of the list
    removed_at INTEGER
  ) STRICT;

  CREATE TABLE recipe_masks (
    id TEXT PRIMARY KEY,
    -- wire form of shared/mask/mask-tiles.ts, and the size of its photo
    tiles BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE recipe_faces (
    id TEXT PRIMARY KEY,
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE
  ) STRICT;

  CREATE TABLE recipe_runs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    -- the recipe as it was at the start; of a draft as it was planned last
    name TEXT NOT NULL,
    steps TEXT,
    recipe_id TEXT,
    connection_id TEXT,
    -- 'use' or 'ignore': saved results in place of calls
    stored TEXT NOT NULL DEFAULT 'ignore',
    -- so many files may begin; NULL = all
    first INTEGER,
    -- absolute path of the folder for its files; NULL = Gesso keeps them
    folder TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- why it was paused by itself, JSON
    paused_by TEXT,
    is_of_studio INTEGER NOT NULL DEFAULT 0,
    is_dismissed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX recipe_runs_by_creation ON recipe_runs (created_at);

  CREATE TABLE recipe_files (
    run_id TEXT NOT NULL REFERENCES recipe_runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- in what was added
    folder TEXT NOT NULL,
    -- where it comes from, one of three: a photo of the library, the user's own file, a copy in recipes/
    source_photo_id TEXT,
    path TEXT,
    copy TEXT,
    byte_length INTEGER,
    modified_at REAL,
    state TEXT NOT NULL,
    -- the index of the step that it is at
    step INTEGER NOT NULL DEFAULT 0,
    judgement TEXT NOT NULL DEFAULT 'none',
    -- the picture as it came and as it is: photos, and the results that belong to each, JSON
    before_photo_id TEXT,
    before_patch_ids TEXT NOT NULL DEFAULT '[]',
    photo_id TEXT,
    -- shared/contract/recipe-runs.ts, JSON, and the recipe that it is the plan for
    plan TEXT,
    planned_for TEXT,
    planned_calls INTEGER NOT NULL DEFAULT 0,
    -- settings of single steps for this file alone, JSON: {"2": {…}}
    settings TEXT NOT NULL DEFAULT '{}',
    error TEXT,
    PRIMARY KEY (run_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recipe_files_by_state ON recipe_files (run_id, state, position);
  CREATE INDEX recipe_files_by_photo ON recipe_files (photo_id) WHERE photo_id IS NOT NULL;
  CREATE INDEX recipe_files_by_first_photo ON recipe_files (before_photo_id)
    WHERE before_photo_id IS NOT NULL;

  CREATE TABLE recipe_steps (
    run_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    step INTEGER NOT NULL,
    state TEXT NOT NULL,
    -- the run that its jobs belong to, also before there are any
    job_run_id TEXT NOT NULL UNIQUE,
    -- jobs of other runs that are waited for instead of sending the same again, JSON
    joined_job_ids TEXT NOT NULL DEFAULT '[]',
    photo_before TEXT,
    -- results that lay on it and belong to the picture, JSON
    patches_before TEXT NOT NULL DEFAULT '[]',
    photo_after TEXT,
    -- … and on the one after it
    patches_after TEXT NOT NULL DEFAULT '[]',
    is_changed INTEGER NOT NULL DEFAULT 0,
    -- a file that it writes, JSON
    output TEXT,
    error TEXT,
    note TEXT,
    PRIMARY KEY (run_id, position, step),
    FOREIGN KEY (run_id, position) REFERENCES recipe_files (run_id, position) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recipe_steps_joining ON recipe_steps (run_id, position)
    WHERE state = 'started' AND joined_job_ids <> '[]';
  CREATE INDEX recipe_steps_by_photo ON recipe_steps (photo_after) WHERE photo_after IS NOT NULL;

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
