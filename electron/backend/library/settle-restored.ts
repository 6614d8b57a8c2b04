/** Settles a library that a backup brought back, before anything works with it. */
import type { DatabaseSync } from 'node:sqlite';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { transaction } from './database.ts';
import { forgetUnused } from './sweep-files.ts';

const HELD_RECIPE: AppErrorData = {
  kind: 'outcome-unknown',
  message:
    'The library lost its latest changes. Calls of this recipe may have been made since. Compare before you go on.',
};

/**
 * Makes a restored library safe to work with. A call that had not left when the backup was made may
 * have been made since, so none is made by itself; and files that were removed since are forgotten.
 *
 * @param hasFile whether a file's bytes are on the disk, by its hash
 */
export function settleRestored(database: DatabaseSync, hasFile: (hash: string) => boolean): void {
  const gone = database
    .prepare('SELECT id, hash FROM files')
    .all()
    .filter(({ hash }) => !hasFile(String(hash)))
    .map(({ id }) => String(id));
  transaction(database, () => {
    // as after a crash in the middle of sending: its outcome is unknown, unless its answer is here
    database.exec(
      `UPDATE jobs SET state = 'submitting' WHERE state = 'waiting' AND stored_file_id IS NULL`,
    );
    // may have been uploaded since: at the start these become unknown
    database.exec(
      `UPDATE training_files SET state = 'finishing' WHERE state IN ('waiting', 'sending')`,
    );
    database
      .prepare(`UPDATE recipe_runs SET state = 'paused', paused_by = ? WHERE state = 'running'`)
      .run(JSON.stringify(HELD_RECIPE));
    const list = JSON.stringify(gone);
    const isGone = 'IN (SELECT value FROM json_each(?))';
    // a mixed result is as it came again, or stays as it looks
    database
      .prepare(
        `UPDATE patches SET overlay_file_id = unmixed_file_id, unmixed_file_id = NULL, mix = NULL,
           mix_name = NULL WHERE unmixed_file_id IS NOT NULL AND overlay_file_id ${isGone}`,
      )
      .run(list);
    database
      .prepare(
        `UPDATE patches SET unmixed_file_id = NULL, mix = NULL, mix_name = NULL
         WHERE unmixed_file_id ${isGone}`,
      )
      .run(list);
    database.prepare(`DELETE FROM patches WHERE overlay_file_id ${isGone}`).run(list);
    database.prepare(`DELETE FROM job_outputs WHERE file_id ${isGone}`).run(list);
    database
      .prepare(`UPDATE photos SET thumbnail_file_id = NULL WHERE thumbnail_file_id ${isGone}`)
      .run(list);
    // one with results stays, and says so when it is opened
    database
      .prepare(
        `DELETE FROM photos WHERE original_file_id ${isGone}
           AND NOT EXISTS (SELECT 1 FROM patches WHERE photo_id = photos.id)`,
      )
      .run(list);
    // their bytes stay: something may have begun to refer to them since
    forgetUnused(database);
  });
}
