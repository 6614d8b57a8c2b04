/** The boxes that the user has drawn around text, so that they are there when a photo is opened again. */
import type { DatabaseSync } from 'node:sqlite';
import { textBoxesSchema } from '../../../shared/contract/cleanup.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';

/** See the file comment. */
export interface TextBoxStore {
  /** Photo space, in the order in which they were drawn; none for a photo that is not there. */
  read(photoId: string): readonly Rect[];
  /** In place of those there are. A photo that is gone is no error: its boxes went with it. */
  write(photoId: string, boxes: readonly Rect[]): void;
}

export function createTextBoxStore(database: DatabaseSync): TextBoxStore {
  const select = database.prepare('SELECT boxes FROM text_boxes WHERE photo_id = ?');
  const put = database.prepare(
    `INSERT INTO text_boxes (photo_id, boxes) SELECT id, ?2 FROM photos WHERE id = ?1
       ON CONFLICT (photo_id) DO UPDATE SET boxes = excluded.boxes`,
  );
  const remove = database.prepare('DELETE FROM text_boxes WHERE photo_id = ?');

  return {
    read(photoId) {
      const row = select.get(photoId);
      return row === undefined ? [] : textBoxesSchema.parse(JSON.parse(String(row['boxes'])));
    },
    write(photoId, boxes) {
      if (boxes.length === 0) remove.run(photoId);
      else put.run(photoId, JSON.stringify(boxes));
    },
  };
}
