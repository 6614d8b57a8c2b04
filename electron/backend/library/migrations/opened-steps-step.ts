export const OPENED_STEPS_STEP = `
  -- how clean-ups of a photo end at its edge, where that is not as the settings say
  CREATE TABLE photo_edges (
    photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    margin INTEGER NOT NULL,
    match_colors INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- copies on which steps of recipes were opened, by what they were made of
  CREATE TABLE opened_steps (
    made_of TEXT PRIMARY KEY,
    photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    -- the result that is looked at, by its job; none for most steps
    job_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX opened_steps_of_photo ON opened_steps (photo_id);
`;
