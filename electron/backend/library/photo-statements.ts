import type { DatabaseSync } from 'node:sqlite';
import { PHOTO_COLUMNS } from './photo-rows.ts';

export type PhotoStatements = ReturnType<typeof preparePhotoStatements>;

export function preparePhotoStatements(database: DatabaseSync) {
  return {
    byId: database.prepare(`SELECT ${PHOTO_COLUMNS} FROM photos WHERE id = ?`),
    // A recipe's picture is separate, see `PhotoIntake.importOwn`.
    byFile: database.prepare(
      `SELECT ${PHOTO_COLUMNS} FROM photos WHERE original_file_id = ? AND NOT EXISTS (
         SELECT 1 FROM photo_purposes WHERE photo_id = photos.id AND purpose = 'recipe')`,
    ),
    usedLast: database.prepare(
      'SELECT photo_id, used_at FROM photo_purposes WHERE purpose = ? ORDER BY used_at DESC LIMIT ?',
    ),
    use: database.prepare(
      `INSERT INTO photo_purposes (photo_id, purpose, used_at) VALUES (?, ?, ?)
     ON CONFLICT (photo_id, purpose) DO UPDATE SET used_at = excluded.used_at`,
    ),
    ofRecipeAlone: database.prepare(
      `SELECT 1 FROM photo_purposes WHERE photo_id = ?1 AND purpose = 'recipe' AND NOT EXISTS (
         SELECT 1 FROM photo_purposes WHERE photo_id = ?1 AND purpose <> 'recipe')`,
    ),
    strip: database.prepare(
      `SELECT ${PHOTO_COLUMNS},
       (SELECT count(*) FROM patches WHERE photo_id = photos.id AND state = 'applied') AS results,
       EXISTS (SELECT 1 FROM mask_tiles WHERE photo_id = photos.id) AS has_mask
     FROM photos WHERE id = ?`,
    ),
    touch: database.prepare('UPDATE photos SET opened_at = ?, name = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM photos WHERE id = ?'),
    setThumbnail: database.prepare('UPDATE photos SET thumbnail_file_id = ? WHERE id = ?'),
    insert: database.prepare(
      `INSERT INTO photos (id, name, original_file_id, display_file_id, width, height, format, depth,
       has_alpha, is_cmyk, byte_length, notes, created_at, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
  };
}
