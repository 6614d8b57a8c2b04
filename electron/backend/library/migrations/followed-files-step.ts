export const FOLLOWED_FILES_STEP = `
  -- SHA-256 of a followed file as it was taken, in hex
  ALTER TABLE recipe_files ADD COLUMN hash TEXT;
`;
