import type { DatabaseSync } from 'node:sqlite';
import { MAX_REGIONS, textBoxesSchema } from '../../../shared/contract/cleanup.ts';
import { rectsWithout, type Rect } from '../../../shared/geometry/rect.ts';
import { os } from '../service/common/procedures.ts';
import { createSql, storedJson } from './row-values.ts';

export type TextBoxStore = ReturnType<typeof createTextBoxStore>;

export function createTextBoxStore(database: DatabaseSync) {
  const sql = createSql(database);

  /** Photo space, in drawing order; empty for a missing photo. */
  function read(photoId: string): readonly Rect[] {
    const row = sql.get`SELECT boxes FROM text_boxes WHERE photo_id = ${photoId}`;
    return storedJson(textBoxesSchema, row?.['boxes']) ?? [];
  }

  /** Ignores a missing photo. */
  function write(photoId: string, boxes: readonly Rect[]): void {
    if (boxes.length === 0) sql.run`DELETE FROM text_boxes WHERE photo_id = ${photoId}`;
    else
      sql.run`INSERT INTO text_boxes (photo_id, boxes) SELECT id, ${boxes} FROM photos
        WHERE id = ${photoId}
        ON CONFLICT (photo_id) DO UPDATE SET boxes = excluded.boxes`;
  }

  return {
    procedures: {
      boxes: os.removeText.boxes.handler(({ input }) => read(input.photoId)),
      saveBoxes: os.removeText.saveBoxes.handler(({ input }) => write(input.photoId, input.boxes)),
    },
    read,
    write,
    subtract: (photoId: string, boxes: readonly Rect[]): void =>
      write(photoId, rectsWithout(read(photoId), boxes)),
    /** Restores boxes without duplicates. */
    unite(photoId: string, boxes: readonly Rect[]): void {
      const there = read(photoId);
      // Never more than can be read again.
      write(photoId, [...there, ...rectsWithout(boxes, there)].slice(0, MAX_REGIONS));
    },
  };
}
