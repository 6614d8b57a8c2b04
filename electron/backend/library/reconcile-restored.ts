import type { DatabaseSync } from 'node:sqlite';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { createSql, sqlPart } from './row-values.ts';
import { transaction } from './database.ts';
import { forgetUnused } from './sweep-files.ts';

const held = (calls: string): AppErrorData => ({
  kind: 'outcome-unknown',
  message: `The library lost its latest changes. ${calls} since. Compare before you go on.`,
});
const HELD_RECIPE = held('Calls of this recipe may have been made');
const HELD_TABLE = held('Rows of this table may have been sent');

/** A call that was waiting may have been sent since the backup, so none is sent by itself. */
export function reconcileRestored(
  database: DatabaseSync,
  hasFile: (hash: string) => boolean,
): void {
  const sql = createSql(database);
  const gone = sql.all`SELECT id, hash FROM files`
    .filter(({ hash }) => !hasFile(String(hash)))
    .map(({ id }) => String(id));
  transaction(database, () => {
    // As after a crash while sending: the outcome is unknown unless the answer exists.
    database.exec(
      `UPDATE jobs SET state = 'submitting' WHERE state = 'waiting' AND stored_file_id IS NULL`,
    );
    // May have been uploaded since: they become unknown at the start.
    database.exec(
      `UPDATE training_files SET state = 'finishing' WHERE state IN ('waiting', 'sending')`,
    );
    sql.run`UPDATE recipe_runs SET state = 'paused', paused_by = ${HELD_RECIPE}
      WHERE state = 'running'`;
    database.exec('UPDATE recipe_follows SET is_restored = 1');
    sql.run`UPDATE prompt_tables SET state = 'paused', error = ${HELD_TABLE} WHERE state = 'running'`;
    const isGone = sqlPart`IN (SELECT value FROM json_each(${gone}))`;
    // A blended result returns to the unblended one, or keeps its file.
    sql.run`UPDATE patches SET overlay_file_id = unmixed_file_id, unmixed_file_id = NULL,
      mix = NULL,
      mix_name = NULL WHERE unmixed_file_id IS NOT NULL AND overlay_file_id ${isGone}`;
    sql.run`UPDATE patches SET unmixed_file_id = NULL, mix = NULL, mix_name = NULL
      WHERE unmixed_file_id ${isGone}`;
    sql.run`DELETE FROM patches WHERE overlay_file_id ${isGone}`;
    sql.run`DELETE FROM job_outputs WHERE file_id ${isGone}`;
    sql.run`UPDATE photos SET thumbnail_file_id = NULL WHERE thumbnail_file_id ${isGone}`;
    // One with results stays, and reports the loss when opened.
    sql.run`DELETE FROM photos WHERE original_file_id ${isGone}
        AND NOT EXISTS (SELECT 1 FROM patches WHERE photo_id = photos.id)`;
    // Their bytes stay: something may have begun to refer to them.
    forgetUnused(database);
  });
}
