/** Mixes of results. Never changed once released. */
export const MIXES_STEP = `
  -- How a result of a job lies over its picture, where the user has changed it.
  CREATE TABLE mixes (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- mixSchema as JSON
    mix TEXT NOT NULL,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
`;
