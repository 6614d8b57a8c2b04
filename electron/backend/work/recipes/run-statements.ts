import type { DatabaseSync } from 'node:sqlite';
import { IS_PAID } from '../../library/practice-id.ts';
import { prepareUpdate } from '../../library/row-values.ts';

export function prepareRunStatements(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  return {
    run: prepare('SELECT * FROM recipe_runs WHERE id = ?'),
    runs: prepare(
      `SELECT * FROM recipe_runs WHERE state <> 'draft' AND is_dismissed = 0 ORDER BY created_at DESC, rowid DESC`,
    ),
    runsPutAway: prepare('SELECT * FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 0'),
    runsInState: prepare('SELECT * FROM recipe_runs WHERE state = ? ORDER BY created_at, rowid'),
    runsWithReady: prepare(
      `SELECT * FROM recipe_runs WHERE state IN ('paused', 'tried', 'stopped', 'done') AND EXISTS (
         SELECT 1 FROM recipe_files WHERE run_id = recipe_runs.id AND recipe_files.state = 'ready')
       ORDER BY created_at, rowid`,
    ),
    addRun: prepare(
      `INSERT INTO recipe_runs (id, state, name, created_at) VALUES (?, 'draft', '', ?)`,
    ),
    updateRun: prepareUpdate(
      database,
      'recipe_runs',
      ['id'],
      [
        'state',
        'name',
        'steps',
        'recipeId',
        'connectionId',
        'stored',
        'first',
        'folder',
        'endedAt',
        'pausedBy',
        'isOfStudio',
        'isDismissed',
      ],
    ),
    dismissOld: prepare(
      `UPDATE recipe_runs SET is_dismissed = 1 WHERE is_of_studio = 1 AND ended_at IS NOT NULL AND id NOT IN (
         SELECT id FROM recipe_runs WHERE is_of_studio = 1 AND ended_at IS NOT NULL
         ORDER BY created_at DESC LIMIT ?)`,
    ),
    forgetOld: prepare(
      `DELETE FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 1 AND id NOT IN (
         SELECT id FROM recipe_runs WHERE is_dismissed = 1 AND is_of_studio = 1 ORDER BY created_at DESC LIMIT ?)`,
    ),
    removeDrafts: prepare(`DELETE FROM recipe_runs WHERE state = 'draft' AND id <> ?`),
    removeRun: prepare('DELETE FROM recipe_runs WHERE id = ?'),

    nextPosition: prepare(
      'SELECT coalesce(max(position) + 1, 0) AS next FROM recipe_files WHERE run_id = ?',
    ),
    addFile: prepare(
      `INSERT INTO recipe_files (run_id, position, name, folder, source_photo_id, path, copy,
         byte_length, modified_at, hash, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
    ),
    dropFiles: prepare(
      `DELETE FROM recipe_files WHERE run_id = ? AND position IN (SELECT value FROM json_each(?))
       RETURNING *`,
    ),
    moveFiles: prepare(
      `UPDATE recipe_files SET run_id = ?1, position = position + ?3 WHERE run_id = ?2
         AND position IN (SELECT value FROM json_each(?4))`,
    ),
    file: prepare('SELECT * FROM recipe_files WHERE run_id = ? AND position = ?'),
    firstFiles: prepare(
      'SELECT * FROM recipe_files WHERE run_id = ? AND state = ? ORDER BY position LIMIT ?',
    ),
    updateFile: prepareUpdate(
      database,
      'recipe_files',
      ['runId', 'position'],
      [
        'state',
        'step',
        'judgement',
        'beforePhotoId',
        'beforePatchIds',
        'photoId',
        'settings',
        'error',
      ],
    ),
    unplanned: prepare(
      `SELECT * FROM recipe_files WHERE run_id = ? AND planned_for IS NOT ? ORDER BY position LIMIT ?`,
    ),
    plannedFor: prepare(
      'SELECT * FROM recipe_files WHERE run_id = ? AND planned_for = ? ORDER BY position',
    ),
    putPlan: prepare(
      `UPDATE recipe_files SET plan = ?, planned_for = ?, planned_calls = ?, state = ?, error = ?
       WHERE run_id = ? AND position = ? AND state IN ('waiting', 'left-out')`,
    ),
    endWaiting: prepare(`UPDATE recipe_files SET state = ? WHERE run_id = ? AND state = 'waiting'`),
    counts: prepare(
      `SELECT state, judgement, count(*) AS count,
         sum(CASE WHEN state = 'waiting' THEN planned_calls
           WHEN state IN ('ready', 'calls') AND judgement = 'none' THEN max(0, planned_calls - (
             SELECT count(*) FROM recipe_steps AS step
               JOIN jobs ON jobs.run_id = step.job_run_id AND is_repeated = 0
             WHERE step.run_id = file.run_id AND step.position = file.position))
           ELSE 0 END) AS calls_ahead
       FROM recipe_files AS file WHERE run_id = ? GROUP BY state, judgement`,
    ),
    copies: prepare('SELECT copy FROM recipe_files WHERE copy IS NOT NULL'),
    calls: prepare(
      `SELECT sum(is_repeated = 0) AS total, sum(is_repeated = 0 AND state = 'done') AS done,
         sum(is_repeated = 0 AND state IN ('failed', 'unknown', 'expired')) AS failed,
         sum(is_repeated = 0 AND state = 'unknown') AS unknown,
         sum(state IN ('submitting', 'queued', 'processing', 'downloading')) AS under_way,
         sum(submitted_at IS NOT NULL AND ${IS_PAID}) AS paid,
         sum(CASE WHEN submitted_at IS NOT NULL AND ${IS_PAID} THEN price ELSE 0 END) AS cost,
         sum(submitted_at IS NOT NULL AND ${IS_PAID} AND price IS NULL) AS cost_unknown
       FROM jobs WHERE batch_id = ?`,
    ),

    steps: prepare('SELECT * FROM recipe_steps WHERE run_id = ? AND position = ? ORDER BY step'),
    addStep: prepare(
      `INSERT INTO recipe_steps (run_id, position, step, state, job_run_id)
       VALUES (?, ?, ?, 'waiting', ?) ON CONFLICT DO NOTHING`,
    ),
    updateStep: prepareUpdate(
      database,
      'recipe_steps',
      ['runId', 'position', 'step'],
      [
        'state',
        'jobRunId',
        'joinedJobIds',
        'photoBefore',
        'patchesBefore',
        'photoAfter',
        'patchesAfter',
        'isChanged',
        'output',
        'error',
        'note',
      ],
    ),
    stepOfJobs: prepare('SELECT * FROM recipe_steps WHERE job_run_id = ?'),
    stepsJoining: prepare(
      `SELECT * FROM recipe_steps WHERE state = 'started' AND joined_job_ids <> '[]' AND EXISTS (
         SELECT 1 FROM json_each(joined_job_ids) AS joined WHERE joined.value = ?)`,
    ),
    stepsWithPart: prepare(
      `SELECT * FROM recipe_steps WHERE output IS NOT NULL AND output ->> 'part' IS NOT NULL`,
    ),
    strayPhotos: prepare(
      `SELECT photo_id FROM photo_purposes AS made WHERE purpose = 'recipe'
         AND NOT EXISTS (SELECT 1 FROM photo_purposes WHERE photo_id = made.photo_id AND purpose <> 'recipe')
         AND NOT EXISTS (SELECT 1 FROM recipe_files WHERE photo_id = made.photo_id)
         AND NOT EXISTS (SELECT 1 FROM recipe_files WHERE before_photo_id = made.photo_id)
         AND NOT EXISTS (SELECT 1 FROM recipe_steps WHERE photo_after = made.photo_id)
         AND NOT EXISTS (SELECT 1 FROM recipe_faces WHERE photo_id = made.photo_id)`,
    ),
    photoUsed: prepare(
      `SELECT 1 FROM recipe_files WHERE photo_id = ?1 OR before_photo_id = ?1
       UNION SELECT 1 FROM recipe_steps WHERE photo_after = ?1
       UNION SELECT 1 FROM recipe_faces WHERE photo_id = ?1`,
    ),
    photosOf: prepare(
      `SELECT photo_id FROM (
         SELECT run_id, position, before_photo_id AS photo_id FROM recipe_files
         UNION SELECT run_id, position, photo_id FROM recipe_files
         UNION SELECT run_id, position, photo_before FROM recipe_steps
         UNION SELECT run_id, position, photo_after FROM recipe_steps)
       WHERE run_id = ?1 AND position = coalesce(?2, position) AND photo_id IS NOT NULL
       GROUP BY photo_id`,
    ),
  };
}
