import type { DatabaseSync } from 'node:sqlite';

export function preparePatchStatements(database: DatabaseSync) {
  return {
    list: database.prepare(
      `SELECT * FROM patches WHERE photo_id = ? AND state <> 'deleted' ORDER BY position`,
    ),
    byId: database.prepare('SELECT * FROM patches WHERE id = ?'),
    top: database.prepare('SELECT max(position) AS top FROM patches WHERE photo_id = ?'),
    deleted: database.prepare(
      `SELECT id, photo_id FROM patches WHERE state = 'deleted' ORDER BY position`,
    ),
    byJob: database.prepare('SELECT id FROM patches WHERE job_id = ?'),
    regionOf: database.prepare(
      'SELECT region FROM jobs WHERE id = (SELECT job_id FROM patches WHERE id = ?)',
    ),
    shownMasks: database.prepare(
      `SELECT mask FROM patches WHERE photo_id = ? AND state = 'applied'`,
    ),
    update: database.prepare(
      'UPDATE patches SET state = ?, looked_at = ? WHERE id = ? AND photo_id = ?',
    ),
    updateListed: database.prepare(
      `UPDATE patches SET state = ?, looked_at = ?
     WHERE id = ? AND photo_id = ? AND state <> 'deleted'`,
    ),
    insert: database.prepare(
      `INSERT INTO patches (id, photo_id, job_id, position, operation, x, y, width, height, state,
       overlay_file_id, answer_file_id, mask, created_at, duration_ms, parameters, cost, run_id,
       base_patch_ids, is_practice, looked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'applied', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    deletePatch: database.prepare('DELETE FROM patches WHERE id = ?'),
    forgetAnswer: database.prepare('UPDATE jobs SET answer_file_id = NULL WHERE id = ?'),
    builtOn: database.prepare(
      `SELECT 1 FROM jobs, json_each(jobs.patch_ids) AS picture, json_each(picture.value) AS used
     WHERE jobs.state IN ('waiting', 'submitting', 'queued', 'processing', 'downloading')
       AND used.value = ? LIMIT 1`,
    ),
    sizeOf: database.prepare('SELECT width, height FROM photos WHERE id = ?'),
  };
}
