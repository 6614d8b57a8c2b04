/** Photos with their masks and results, jobs of every kind, language answers. Never changed once released. */
export const FIRST_STEPS: readonly string[] = [
  `
  -- Bytes on disk, stored by content hash; the id is what URLs show.
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

  -- The painted mask; a tile without a painted pixel has no row.
  CREATE TABLE mask_tiles (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    tile_column INTEGER NOT NULL,
    tile_row INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (photo_id, tile_column, tile_row)
  ) STRICT, WITHOUT ROWID;

  -- Every paid call. A row is here before its request leaves.
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    photo_id TEXT NOT NULL,
    photo_name TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    connection_name TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    region TEXT NOT NULL,
    mask BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    submitted_at INTEGER,
    ended_at INTEGER,
    error TEXT,
    answer_file_id TEXT REFERENCES files (id),
    -- 1 once the user has put away what the job ended with
    is_acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state);
  CREATE INDEX jobs_by_creation ON jobs (created_at DESC);
  CREATE INDEX jobs_by_hash ON jobs (request_hash);

  -- Results laid over a photo, lowest first by position.
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
    duration_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX patches_of_photo ON patches (photo_id, position);

  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    key_hint TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Jobs of every kind: what only a clean-up has may be missing, what was asked is one JSON value.
  CREATE TABLE jobs_of_every_kind (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    -- shared/contract/job-requests.ts
    request TEXT NOT NULL,
    -- what decides how long it takes, e.g. model and steps
    profile TEXT NOT NULL,
    photo_id TEXT NOT NULL,
    photo_name TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    connection_name TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    region TEXT NOT NULL,
    -- results that lay on the pictures when the job was planned, JSON: a list of ids for each picture
    patch_ids TEXT NOT NULL,
    mask BLOB,
    task_id TEXT,
    -- what the service said beside its files, JSON
    findings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    submitted_at INTEGER,
    ended_at INTEGER,
    error TEXT,
    answer_file_id TEXT REFERENCES files (id),
    -- 1 once the user has put away what the job ended with
    is_acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO jobs_of_every_kind
    SELECT id, revision, kind, state, '{"kind":"cleanup"}', '', photo_id, photo_name, connection_id,
      connection_name, request_hash, region,
      (SELECT json_array(json_group_array(id)) FROM patches
        WHERE patches.photo_id = jobs.photo_id AND state = 'applied'),
      mask, NULL, '{}', created_at, submitted_at, ended_at, error, answer_file_id, is_acknowledged
    FROM jobs;
  DROP TABLE jobs;
  ALTER TABLE jobs_of_every_kind RENAME TO jobs;
  CREATE INDEX jobs_by_state ON jobs (state);
  CREATE INDEX jobs_by_creation ON jobs (created_at);
  CREATE INDEX jobs_by_hash ON jobs (request_hash);
  CREATE INDEX jobs_by_profile ON jobs (kind, profile, state, ended_at);
  -- for the search for files that belong to nothing
  CREATE INDEX jobs_by_answer ON jobs (answer_file_id) WHERE answer_file_id IS NOT NULL;

  -- Answers of language models; what arrives is in pieces until the answer ends.
  CREATE TABLE language_runs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    request TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    connection_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    first_text_at INTEGER,
    ended_at INTEGER,
    pieces INTEGER NOT NULL DEFAULT 0,
    usage TEXT,
    error TEXT,
    events TEXT
  ) STRICT;
  CREATE INDEX language_runs_by_creation ON language_runs (created_at);
  CREATE INDEX language_runs_by_state ON language_runs (state);
  CREATE TABLE language_pieces (
    run_id TEXT NOT NULL REFERENCES language_runs (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (run_id, sequence)
  ) STRICT, WITHOUT ROWID;

  -- What can be undone in the mask of a photo: shared/mask/mask-history.ts, deflated.
  CREATE TABLE mask_steps (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    -- 0 once it was taken back and can be made again
    is_done INTEGER NOT NULL,
    step BLOB NOT NULL,
    PRIMARY KEY (photo_id, sequence)
  ) STRICT;

  -- Bills of periods in which nothing changes any more, JSON rows.
  CREATE TABLE bills (
    connection_id TEXT NOT NULL,
    cycle TEXT NOT NULL,
    category TEXT NOT NULL,
    start_time INTEGER NOT NULL,
    rows TEXT NOT NULL,
    PRIMARY KEY (connection_id, cycle, category, start_time)
  ) STRICT, WITHOUT ROWID;

  -- Which requests have left within the last minute, and until when the service wants none.
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

  -- Where chat is, and a gateway as JSON; its key is in the keychain like the other.
  ALTER TABLE connections ADD COLUMN chat_path TEXT NOT NULL DEFAULT '/v3/chat/completions';
  ALTER TABLE connections ADD COLUMN gateway TEXT;

  -- Files that jobs have brought.
  CREATE TABLE job_outputs (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file_id TEXT NOT NULL REFERENCES files (id),
    -- pixels; NULL for what is not a picture
    width INTEGER,
    height INTEGER,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX job_outputs_by_file ON job_outputs (file_id);

  -- Jobs that were started together, parts of the mask that others of them are for, what the call
  -- costs (1/10000 USD), and the kept answer that is taken in place of a call.
  ALTER TABLE jobs ADD COLUMN run_id TEXT;
  ALTER TABLE jobs ADD COLUMN others_mask BLOB;
  ALTER TABLE jobs ADD COLUMN price INTEGER;
  ALTER TABLE jobs ADD COLUMN stored_file_id TEXT REFERENCES files (id);
  CREATE INDEX jobs_by_run ON jobs (run_id) WHERE run_id IS NOT NULL;
  CREATE INDEX jobs_by_stored_file ON jobs (stored_file_id) WHERE stored_file_id IS NOT NULL;

  -- What each result was made with and on: parameters as JSON, the results that lay below it.
  ALTER TABLE patches ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE patches ADD COLUMN cost INTEGER;
  ALTER TABLE patches ADD COLUMN run_id TEXT;
  ALTER TABLE patches ADD COLUMN base_patch_ids TEXT NOT NULL DEFAULT '[]';
  UPDATE patches SET base_patch_ids = (
    SELECT json_group_array(below.id ORDER BY below.position) FROM patches AS below
    WHERE below.photo_id = patches.photo_id AND below.position < patches.position
      AND below.id IN (
        SELECT used.value FROM jobs, json_each(jobs.patch_ids, '$[0]') AS used
        WHERE jobs.id = patches.job_id
      )
      AND below.x < patches.x + patches.width AND patches.x < below.x + below.width
      AND below.y < patches.y + patches.height AND patches.y < below.y + below.height
  );
  `,
];
