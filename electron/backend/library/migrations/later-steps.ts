/** Batches, boxes around text, watched tasks, saving again. Never changed once released. */
export const LATER_STEPS: readonly string[] = [
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
