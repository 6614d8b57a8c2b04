/** Recipes, their runs, and the files and steps of these. Never changed once released. */
export const RECIPES_STEP = `
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

  -- Masks that steps name; the id is the hash of what is in it.
  CREATE TABLE recipe_masks (
    id TEXT PRIMARY KEY,
    -- wire form of shared/mask/mask-tiles.ts, and the size of its photo
    tiles BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL
  ) STRICT;
  -- Pictures with a face that steps name; each is a photo of its own.
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
    paused_by TEXT
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
`;
