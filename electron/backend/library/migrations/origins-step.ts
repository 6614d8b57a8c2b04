/** The way back from a photo that Gesso has made to its origin. Never changed once released. */
export const ORIGINS_STEP = `
  CREATE TABLE photo_origins (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    -- the job whose result it is, or the photo that it shows with these results; no references: either may go
    job_id TEXT,
    from_photo_id TEXT,
    patch_ids TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
