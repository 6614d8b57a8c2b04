/**
 * The steps from an empty database to today's, in order; `user_version` counts how many are done.
 * A step that was ever released is never changed: a new one is added.
 */
export const MIGRATIONS: readonly string[] = [
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
  `
  -- The same work on many photos; runs photo by photo, and holds its jobs back while it is paused.
  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    operation TEXT NOT NULL,
    -- what each photo is run with, JSON
    parameters TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    -- of the same mask for all: wire form of shared/mask/mask-tiles.ts, and the photo's size
    mask BLOB,
    mask_width INTEGER,
    mask_height INTEGER,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- why it was paused by itself, JSON
    paused_by TEXT,
    is_acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX batches_by_creation ON batches (created_at);
  CREATE TABLE batch_photos (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- the photo may be taken out of the library meanwhile
    photo_id TEXT NOT NULL,
    photo_name TEXT NOT NULL,
    state TEXT NOT NULL,
    run_id TEXT NOT NULL UNIQUE,
    -- jobs of other runs that are waited for instead of sending the same again, JSON
    joined_job_ids TEXT NOT NULL DEFAULT '[]',
    -- as planned at the start, then as they are
    calls INTEGER NOT NULL,
    calls_done INTEGER NOT NULL DEFAULT 0,
    calls_failed INTEGER NOT NULL DEFAULT 0,
    calls_unknown INTEGER NOT NULL DEFAULT 0,
    -- 1/10000 USD; NULL = not known
    cost INTEGER,
    error TEXT,
    PRIMARY KEY (batch_id, position)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE jobs ADD COLUMN batch_id TEXT;
  CREATE INDEX jobs_by_batch ON jobs (batch_id) WHERE batch_id IS NOT NULL;
  `,
  `
  -- Boxes that were drawn around text, JSON: rectangles in photo space.
  CREATE TABLE text_boxes (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    boxes TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Jobs without a photo: watched tasks. Dropping the old table would take the outputs along, so these
  -- are set aside; they learn where the user has saved each of them.
  CREATE TABLE outputs_before AS SELECT * FROM job_outputs;
  DROP TABLE job_outputs;
  CREATE TABLE jobs_with_or_without_photo (
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
    price INTEGER,
    CHECK ((photo_id IS NULL) = (photo_name IS NULL) AND (photo_id IS NULL) = (region IS NULL))
  ) STRICT;
  INSERT INTO jobs_with_or_without_photo (id, revision, kind, state, request, profile, photo_id,
      photo_name, region, connection_id, connection_name, request_hash, patch_ids, mask, others_mask,
      task_id, findings, created_at, submitted_at, ended_at, error, answer_file_id, stored_file_id,
      is_acknowledged, run_id, batch_id, price)
    SELECT id, revision, kind, state, request, profile, photo_id, photo_name, region, connection_id,
      connection_name, request_hash, patch_ids, mask, others_mask, task_id, findings, created_at,
      submitted_at, ended_at, error, answer_file_id, stored_file_id, is_acknowledged, run_id,
      batch_id, price
    FROM jobs ORDER BY rowid;
  DROP TABLE jobs;
  ALTER TABLE jobs_with_or_without_photo RENAME TO jobs;
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
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO job_outputs (job_id, position, file_id, width, height)
    SELECT job_id, position, file_id, width, height FROM outputs_before;
  DROP TABLE outputs_before;
  CREATE INDEX job_outputs_by_file ON job_outputs (file_id);

  -- What a photo was taken in for, and when it was last used so.
  CREATE TABLE photo_purposes (
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (photo_id, purpose)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO photo_purposes SELECT id, 'studio', opened_at FROM photos;
  CREATE INDEX photo_purposes_by_use ON photo_purposes (purpose, used_at);

  -- What one call costs, 1/10000 USD. What was one price for everything is every account's.
  CREATE TABLE prices (
    connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    price INTEGER NOT NULL,
    PRIMARY KEY (connection_id, kind)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO prices
    SELECT connections.id,
      CASE settings.name WHEN 'cleanupPrice' THEN 'cleanup' ELSE 'remove-text' END,
      CAST(settings.value AS INTEGER)
    FROM connections, settings
    WHERE settings.name IN ('cleanupPrice', 'removeTextPrice')
      AND settings.value <> '' AND settings.value NOT GLOB '*[^0-9]*';
  DELETE FROM settings WHERE name IN ('cleanupPrice', 'removeTextPrice');

  -- Practice costs nothing, and says no price; 0 still marks a saved result.
  ALTER TABLE patches ADD COLUMN is_practice INTEGER NOT NULL DEFAULT 0;
  UPDATE patches SET is_practice = 1
    WHERE job_id IN (SELECT id FROM jobs WHERE connection_id = 'practice');
  UPDATE patches SET cost = NULL WHERE is_practice = 1 AND cost > 0;
  UPDATE jobs SET price = NULL WHERE connection_id = 'practice' AND price > 0;
  UPDATE batch_photos SET cost = NULL
    WHERE batch_id IN (SELECT id FROM batches WHERE connection_id = 'practice');
  `,

  `
  -- Where a photo was saved last, and how.
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
  `,
];
