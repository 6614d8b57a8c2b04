/** The local finish of enlarged pictures. Never changed once released. */
export const UPSCALE_STEP = `
  CREATE TABLE upscale_results (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- UpscaleFinish as JSON; NULL = the default
    finish TEXT,
    -- UpscaleFindings as JSON; NULL until somebody has looked
    findings TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
`;
