/** Results that lie over their photo in part. Never changed once released. */
export const PATCH_MIX_STEP = `
  -- shared/contract/patch-mix.ts, JSON; NULL = as the result came
  ALTER TABLE patches ADD COLUMN mix TEXT;
  -- a short name of the mix: the same mix has the same
  ALTER TABLE patches ADD COLUMN mix_name TEXT;
  -- the overlay as it came, where overlay_file_id is the mixed one
  ALTER TABLE patches ADD COLUMN unmixed_file_id TEXT REFERENCES files (id);
  CREATE INDEX patches_by_unmixed_file ON patches (unmixed_file_id)
    WHERE unmixed_file_id IS NOT NULL;
`;
