/** Libraries of the versions that had batches beside recipes. */
import { LATER_STEPS } from '../backend/library/migrations/later-steps.ts';

const [BATCHES = ''] = LATER_STEPS;

/** The statements that made their tables. */
export const OLD_BATCH_TABLES = BATCHES.slice(0, BATCHES.indexOf('ALTER TABLE jobs'));

/** Makes runs of the Studio the batches that they would have been; the jobs stay as they are. */
export const RUNS_TO_BATCHES = `
  ${OLD_BATCH_TABLES}
  INSERT INTO batches (id, state, operation, parameters, connection_id, mask, mask_width,
      mask_height, created_at, ended_at, paused_by)
    SELECT run.id, state, 'same-mask',
      json_object('stored', stored, 'isReduced', json('false'),
        'margin', steps -> '$[0].margin', 'matchColors', steps -> '$[0].matchColors'),
      connection_id, tiles, width, height, created_at, ended_at, paused_by
    FROM recipe_runs AS run JOIN recipe_masks AS mask ON mask.id = steps ->> '$[0].mask.maskId';
  INSERT INTO batch_photos (batch_id, position, photo_id, photo_name, state, run_id, joined_job_ids,
      calls, error)
    SELECT file.run_id, file.position, source_photo_id, name,
      CASE file.state WHEN 'calls' THEN 'started' WHEN 'ready' THEN 'started' ELSE file.state END,
      coalesce(job_run_id, 'its turn ' || file.position), coalesce(joined_job_ids, '[]'),
      planned_calls, file.error
    FROM recipe_files AS file LEFT JOIN recipe_steps USING (run_id, position);
  DELETE FROM recipe_runs;
  DELETE FROM recipe_masks;
  ALTER TABLE recipe_runs DROP COLUMN is_of_studio;
  ALTER TABLE recipe_runs DROP COLUMN is_dismissed;
`;
