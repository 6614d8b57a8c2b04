import type { DatabaseSync } from 'node:sqlite';
import { MAX_REGIONS, textBoxesSchema } from '../../../shared/contract/cleanup.ts';
import { rectsWithout, type Rect } from '../../../shared/geometry/rect.ts';
import { os } from '../service/common/procedures.ts';
import { storedJson } from './row-values.ts';

export type TextBoxStore = ReturnType<typeof createTextBoxStore>;

export function createTextBoxStore(database: DatabaseSync) {
  const select = database.prepare('SELECT boxes FROM text_boxes WHERE photo_id = ?');
  const put = database.prepare(
    `INSERT INTO text_boxes (photo_id, boxes) SELECT id, ?2 FROM photos WHERE id = ?1
       ON CONFLICT (photo_id) DO UPDATE SET boxes = excluded.boxes`,
  );
  const remove = database.prepare('DELETE FROM text_boxes WHERE photo_id = ?');

  /** Photo space, in drawing order; empty for a missing photo. */
  function read(photoId: string): readonly Rect[] {
    const row = select.get(photoId);
    return storedJson(textBoxesSchema, row?.['boxes']) ?? [];
  }

  /** Ignores a missing photo. */
  function write(photoId: string, boxes: readonly Rect[]): void {
    if (boxes.length === 0) remove.run(photoId);
    else put.run(photoId, JSON.stringify(boxes));
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
