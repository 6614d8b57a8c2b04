import type { DatabaseSync } from 'node:sqlite';
import type { CleanupEdge } from '../../../shared/contract/cleanup.ts';
import { os } from '../service/common/procedures.ts';
import { toColumn, toBoolean } from './row-values.ts';

export type PhotoEdges = ReturnType<typeof createPhotoEdges>;

export function createPhotoEdges(database: DatabaseSync) {
  const select = database.prepare(
    'SELECT margin, match_colors FROM photo_edges WHERE photo_id = ?',
  );
  const insert = database.prepare(
    `INSERT INTO photo_edges (photo_id, margin, match_colors) SELECT id, ?2, ?3 FROM photos WHERE id = ?1
       ON CONFLICT (photo_id) DO UPDATE SET margin = excluded.margin, match_colors = excluded.match_colors`,
  );
  const remove = database.prepare('DELETE FROM photo_edges WHERE photo_id = ?');

  function of(photoId: string): CleanupEdge | undefined {
    const row = select.get(photoId);
    if (row === undefined) return undefined;
    return { margin: Number(row['margin']), matchColors: toBoolean(row['match_colors']) };
  }

  /** `undefined` returns to the settings. Ignores a missing photo. */
  function put(photoId: string, edge: CleanupEdge | undefined): void {
    if (edge === undefined) remove.run(photoId);
    else insert.run(photoId, edge.margin, toColumn(edge.matchColors));
  }

  return {
    procedures: {
      edge: os.cleanup.edge.handler(({ input }) => of(input.photoId) ?? null),
      putEdge: os.cleanup.putEdge.handler(({ input }) =>
        put(input.photoId, input.edge ?? undefined),
      ),
    },
    /** `undefined`: as in the settings. */
    of,
    put,
  };
}
