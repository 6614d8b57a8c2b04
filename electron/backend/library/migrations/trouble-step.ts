/** Training files that cannot be sent stand above copies where errors come first. */
export const TROUBLE_STEP = `
  DROP INDEX training_by_rank;
  ALTER TABLE training_files DROP COLUMN rank;
  -- its place among all, trouble first
  ALTER TABLE training_files ADD COLUMN rank INTEGER GENERATED ALWAYS AS (CASE state
    WHEN 'failed' THEN 0 WHEN 'unknown' THEN 1 WHEN 'convertible' THEN 2 WHEN 'skipped' THEN 3
    WHEN 'finishing' THEN 4 WHEN 'sending' THEN 4 WHEN 'waiting' THEN 5 WHEN 'checking' THEN 6
    WHEN 'ready' THEN 7 WHEN 'duplicate' THEN 8 ELSE 10 END) VIRTUAL;
  CREATE INDEX training_by_rank ON training_files (rank, id) WHERE removal_id IS NULL;
`;
