/** Batches become runs of recipes with one step. Never changed once released. */
const HAS_JOBS = `(joined_job_ids <> '[]' OR EXISTS (SELECT 1 FROM jobs WHERE jobs.run_id = photo.run_id))`;

/** Results that lay on the photo when its first job was planned. */
const BEFORE = `coalesce(
  (SELECT patch_ids -> '$[0]' FROM jobs WHERE jobs.run_id = photo.run_id ORDER BY created_at, rowid LIMIT 1),
  (SELECT patch_ids -> '$[0]' FROM jobs WHERE jobs.id = joined_job_ids ->> '$[0]'), '[]')`;

/** The same, and those that its jobs have made. */
const AFTER = `(SELECT json_group_array(id) FROM (
  SELECT value AS id FROM json_each(${BEFORE})
  UNION ALL SELECT patches.id FROM patches WHERE patches.photo_id = photo.photo_id AND (
    patches.job_id IN (SELECT jobs.id FROM jobs WHERE jobs.run_id = photo.run_id)
    OR patches.job_id IN (SELECT value FROM json_each(joined_job_ids)))))`;

export const BATCHES_STEP = `
  -- 1 for one that was started in the Studio, on its photos
  ALTER TABLE recipe_runs ADD COLUMN is_of_studio INTEGER NOT NULL DEFAULT 0;
  -- 1 once it was put away: no list shows it, Tasks and Spend still know its name
  ALTER TABLE recipe_runs ADD COLUMN is_dismissed INTEGER NOT NULL DEFAULT 0;

  INSERT INTO recipe_masks (id, tiles, width, height)
    SELECT id, mask, mask_width, mask_height FROM batches WHERE mask IS NOT NULL;

  INSERT INTO recipe_runs (id, state, name, steps, connection_id, stored, created_at, ended_at,
      paused_by, is_of_studio, is_dismissed)
    SELECT id, state,
      CASE operation WHEN 'remove-text' THEN 'Remove text' ELSE 'Same mask' END,
      json_array(json(CASE operation
        WHEN 'remove-text' THEN json_object('kind', 'remove-text', 'where', 'whole',
          'detail', CASE WHEN parameters ->> '$.isReduced' THEN 'reduced' ELSE 'full' END)
        ELSE json_object('kind', 'clean-up',
          'mask', json_object('from', 'kept', 'maskId', id, 'placement', 'scale'),
          'margin', parameters -> '$.margin', 'matchColors', parameters -> '$.matchColors') END)),
      connection_id, parameters ->> '$.stored', created_at, ended_at, paused_by, 1, is_acknowledged
    FROM batches;

  -- photos that have begun have their step; of those that failed before, it begins with their turn
  INSERT INTO recipe_files (run_id, position, name, folder, source_photo_id, state, step,
      before_photo_id, before_patch_ids, photo_id, plan, planned_calls, error)
    SELECT batch_id, position, photo_name, '', photo_id,
      CASE WHEN state = 'started' THEN 'calls' ELSE state END, state = 'done',
      CASE WHEN state = 'done' OR ${HAS_JOBS} THEN photo_id END,
      CASE WHEN ${HAS_JOBS} THEN ${BEFORE} ELSE '[]' END,
      CASE WHEN state = 'done' OR ${HAS_JOBS} THEN photo_id END,
      json_object('calls', calls, 'pixels', 0, 'storedCalls', 0, 'isEstimate', json('true'),
        'steps', json_array(json_object('calls', calls))),
      calls, error
    FROM batch_photos AS photo;
  INSERT INTO recipe_steps (run_id, position, step, state, job_run_id, joined_job_ids, photo_before,
      patches_before, photo_after, patches_after, is_changed, error)
    SELECT batch_id, position, 0, state, run_id, joined_job_ids, photo_id, ${BEFORE},
      CASE WHEN state = 'done' THEN photo_id END, CASE WHEN state = 'done' THEN ${AFTER} ELSE '[]' END,
      state = 'done', error
    FROM batch_photos AS photo WHERE state <> 'waiting' AND ${HAS_JOBS};

  DROP TABLE batch_photos;
  DROP TABLE batches;
`;
