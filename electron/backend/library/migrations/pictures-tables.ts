export const PICTURES_TABLES = `
  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    byte_length INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE photos (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    original_file_id TEXT NOT NULL REFERENCES files (id),
    display_file_id TEXT NOT NULL REFERENCES files (id),
    thumbnail_file_id TEXT REFERENCES files (id),
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    format TEXT NOT NULL,
    depth INTEGER NOT NULL,
    has_alpha INTEGER NOT NULL,
    is_cmyk INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    notes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    opened_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX photos_by_opening ON photos (opened_at DESC);
  CREATE INDEX photos_by_file ON photos (original_file_id);

  CREATE TABLE mask_tiles (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    tile_column INTEGER NOT NULL,
    tile_row INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (photo_id, tile_column, tile_row)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE patches (
    id TEXT PRIMARY KEY,
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    job_id TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    operation TEXT NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    state TEXT NOT NULL,
    overlay_file_id TEXT NOT NULL REFERENCES files (id),
    answer_file_id TEXT NOT NULL REFERENCES files (id),
    mask BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    parameters TEXT NOT NULL DEFAULT '{}',
    cost INTEGER,
    run_id TEXT,
    base_patch_ids TEXT NOT NULL DEFAULT '[]',
    is_practice INTEGER NOT NULL DEFAULT 0,
    mix TEXT,
    mix_name TEXT,
    unmixed_file_id TEXT REFERENCES files (id),
    looked_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX patches_of_photo ON patches (photo_id, position);

  CREATE TABLE mask_steps (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    -- 0 once it was taken back and can be made again
    is_done INTEGER NOT NULL,
    step BLOB NOT NULL,
    PRIMARY KEY (photo_id, sequence)
  ) STRICT;

  CREATE TABLE text_boxes (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    boxes TEXT NOT NULL
  ) STRICT;

  CREATE TABLE "jobs" (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    -- shared/contract/job-requests.ts
    request TEXT NOT NULL,
    -- what decides how long it takes, e.g. model and steps
    profile TEXT NOT NULL,
    -- the picture that it works on and what of it, all three or none
    photo_id TEXT,
    photo_name TEXT,
    region TEXT,
    connection_id TEXT NOT NULL,
    connection_name TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    -- results that lay on the pictures when the job was planned, JSON: a list of ids for each picture
    patch_ids TEXT NOT NULL,
    mask BLOB,
    -- parts of the mask that other jobs of the run are for
    others_mask BLOB,
    task_id TEXT,
    -- what the service said beside its files, JSON
    findings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    submitted_at INTEGER,
    ended_at INTEGER,
    error TEXT,
    answer_file_id TEXT REFERENCES files (id),
    -- the kept answer that is taken in place of a call
    stored_file_id TEXT REFERENCES files (id),
    -- 1 once the user has dismissed the end of the job
    is_acknowledged INTEGER NOT NULL DEFAULT 0,
    -- jobs that were started together
    run_id TEXT,
    batch_id TEXT,
    -- 1/10000 USD; NULL = not known, or nothing to pay
    price INTEGER, timeline TEXT NOT NULL DEFAULT '[]', place REAL, sweep TEXT, stars INTEGER NOT NULL DEFAULT 0, is_repeated INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, is_first INTEGER NOT NULL DEFAULT 1, group_id TEXT GENERATED ALWAYS AS (coalesce(batch_id, run_id)) VIRTUAL, duration INTEGER GENERATED ALWAYS AS
    (CASE WHEN ended_at IS NULL THEN NULL ELSE ended_at - coalesce(submitted_at, created_at) END) VIRTUAL,
    CHECK ((photo_id IS NULL) = (photo_name IS NULL) AND (photo_id IS NULL) = (region IS NULL))
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state);
  CREATE INDEX jobs_by_creation ON jobs (created_at);
  CREATE INDEX jobs_by_hash ON jobs (request_hash);
  CREATE INDEX jobs_by_profile ON jobs (kind, profile, state, ended_at);
  CREATE INDEX jobs_by_answer ON jobs (answer_file_id) WHERE answer_file_id IS NOT NULL;
  CREATE INDEX jobs_by_stored_file ON jobs (stored_file_id) WHERE stored_file_id IS NOT NULL;
  CREATE INDEX jobs_by_run ON jobs (run_id) WHERE run_id IS NOT NULL;
  CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL;
  CREATE INDEX jobs_by_photo ON jobs (photo_id, created_at) WHERE photo_id IS NOT NULL;
  CREATE INDEX jobs_by_task ON jobs (task_id) WHERE task_id IS NOT NULL;

  CREATE TABLE job_outputs (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file_id TEXT NOT NULL REFERENCES files (id),
    -- pixels; NULL for what is not a picture
    width INTEGER,
    height INTEGER,
    -- absolute path of the file that Gesso wrote when the user saved it last
    saved_path TEXT,
    clip TEXT,
    poster_file_id TEXT REFERENCES files (id),
    damage TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_outputs_by_file ON job_outputs (file_id);

  CREATE TABLE photo_purposes (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (photo_id, purpose)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX photo_purposes_by_use ON photo_purposes (purpose, used_at);

  CREATE TABLE photo_saves (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    -- SaveOptions as JSON
    options TEXT NOT NULL,
    -- absolute path of the file that Gesso wrote; NULL where the window fetched it
    path TEXT,
    byte_length INTEGER,
    -- milliseconds since 1970, with fractions
    modified_at REAL
  ) STRICT;
  CREATE INDEX jobs_by_group ON jobs (group_id, created_at) WHERE group_id IS NOT NULL;
  CREATE INDEX jobs_by_duration ON jobs (coalesce(duration, -1), created_at);
  CREATE INDEX jobs_by_price ON jobs (coalesce(price, -1), created_at);
  CREATE INDEX jobs_by_kind ON jobs (kind, created_at);
  CREATE INDEX jobs_first ON jobs (created_at) WHERE is_first = 1 AND removed_at IS NULL;
  CREATE INDEX jobs_removed ON jobs (removed_at) WHERE removed_at IS NOT NULL;

  CREATE TABLE job_answers (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    answer TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_outputs_by_poster ON job_outputs (poster_file_id)
    WHERE poster_file_id IS NOT NULL;

  CREATE TABLE mixes (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- mixSchema as JSON
    mix TEXT NOT NULL,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE upscale_results (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- UpscaleFinish as JSON; NULL = the default
    finish TEXT,
    -- UpscaleFindings as JSON; NULL until somebody has looked
    findings TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX patches_by_unmixed_file ON patches (unmixed_file_id)
    WHERE unmixed_file_id IS NOT NULL;

  CREATE TABLE photo_origins (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    -- the job whose result it is, or the photo that it shows with these results; no references: either may go
    job_id TEXT,
    from_photo_id TEXT,
    patch_ids TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
