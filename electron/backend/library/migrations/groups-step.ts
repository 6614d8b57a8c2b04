/** Jobs as the Tasks screen needs them. Never changed once released. */
export const GROUPS_STEP = `
  -- every state with the moment of its beginning, JSON: [["waiting", 1700000000000], …]
  ALTER TABLE jobs ADD COLUMN timeline TEXT NOT NULL DEFAULT '[]';
  -- among waiting jobs the smaller one leaves first; NULL = as it was created
  ALTER TABLE jobs ADD COLUMN place REAL;
  -- its place in a sweep, JSON: {"axis": "motion", "value": "127"}
  ALTER TABLE jobs ADD COLUMN sweep TEXT;
  ALTER TABLE jobs ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;
  -- 1 when another job of its group has repeated it
  ALTER TABLE jobs ADD COLUMN is_repeated INTEGER NOT NULL DEFAULT 0;
  -- when the user has taken it out of the lists
  ALTER TABLE jobs ADD COLUMN removed_at INTEGER;
  -- 1 for the first job of its group that is not removed, and for a job without a group
  ALTER TABLE jobs ADD COLUMN is_first INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE jobs ADD COLUMN group_id TEXT GENERATED ALWAYS AS (coalesce(batch_id, run_id)) VIRTUAL;
  ALTER TABLE jobs ADD COLUMN duration INTEGER GENERATED ALWAYS AS
    (CASE WHEN ended_at IS NULL THEN NULL ELSE ended_at - coalesce(submitted_at, created_at) END) VIRTUAL;
  UPDATE jobs SET timeline = '[["waiting",' || created_at || ']'
    || CASE WHEN submitted_at IS NULL THEN '' ELSE ',["submitting",' || submitted_at || ']' END
    || CASE WHEN ended_at IS NULL THEN '' ELSE ',["' || state || '",' || ended_at || ']' END || ']';
  CREATE INDEX jobs_by_group ON jobs (group_id, created_at) WHERE group_id IS NOT NULL;
  CREATE INDEX jobs_by_duration ON jobs (coalesce(duration, -1), created_at);
  CREATE INDEX jobs_by_price ON jobs (coalesce(price, -1), created_at);
  CREATE INDEX jobs_by_kind ON jobs (kind, created_at);
  CREATE INDEX jobs_first ON jobs (created_at) WHERE is_first = 1 AND removed_at IS NULL;
  CREATE INDEX jobs_removed ON jobs (removed_at) WHERE removed_at IS NOT NULL;
  UPDATE jobs SET is_first = 0 WHERE group_id IS NOT NULL AND rowid <>
    (SELECT min(of_group.rowid) FROM jobs AS of_group WHERE of_group.group_id = jobs.group_id);

  -- The service's last answer about a task, JSON.
  CREATE TABLE job_answers (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    answer TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What was measured of a clip, JSON, and its still.
  ALTER TABLE job_outputs ADD COLUMN clip TEXT;
  ALTER TABLE job_outputs ADD COLUMN poster_file_id TEXT REFERENCES files (id);
  CREATE INDEX job_outputs_by_poster ON job_outputs (poster_file_id)
    WHERE poster_file_id IS NOT NULL;
`;
