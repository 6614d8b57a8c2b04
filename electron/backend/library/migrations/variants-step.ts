/** When a result was looked at last. Never changed once released. */
export const VARIANTS_STEP = `
  -- when it was made, shown or hidden last, ms since 1970
  ALTER TABLE patches ADD COLUMN looked_at INTEGER NOT NULL DEFAULT 0;
  UPDATE patches SET looked_at = unixepoch() * 1000;
`;
