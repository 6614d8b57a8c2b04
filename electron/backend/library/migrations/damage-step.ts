/** Clips that could not be measured. Never changed once released. */
export const DAMAGE_STEP = `
  -- why a file of a job has no measures, see shared/contract/job-outputs.ts; NULL = it has them, or needs none
  ALTER TABLE job_outputs ADD COLUMN damage TEXT;
`;
