/** Results laid over photos. A result is never deleted by undoing it; it is hidden. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { PatchState } from '../../../shared/contract/photos.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import type { PatchPicture } from '../imaging/apply-patches.ts';
import { transaction } from './database.ts';
import type { FileStore } from './file-store.ts';
import type { MaskStore } from './mask-store.ts';
import { toPatchRow, type PatchRow } from './photo-rows.ts';

/** What a finished job adds. */
export interface NewPatch {
  readonly photoId: string;
  readonly jobId: string;
  /** Photo space. */
  readonly rect: Rect;
  readonly overlayFileId: string;
  readonly answerFileId: string;
  /** Wire form of `shared/mask/mask-tiles.ts`. */
  readonly mask: Uint8Array;
  readonly durationMilliseconds: number;
}

/** What happens to the painted mask when a result is shown or hidden. */
export type MaskEffect = 'restore' | 'consume' | 'keep';

/** See the file comment. */
export interface PatchStore {
  /** Lowest first. */
  list(photoId: string): readonly PatchRow[];
  /** The results that are shown, lowest first, as pictures on disk. */
  applied(photoId: string): readonly PatchPicture[];
  /** These results as pictures on disk, in this order, shown or not. @throws AppError `not-found` */
  pictures(patchIds: readonly string[]): readonly PatchPicture[];
  /** Ids of the results that are shown: what the photo looks like now. */
  appliedIds(photoId: string): readonly string[];
  /** Adds a result on top. Runs inside the caller's transaction. */
  add(patch: NewPatch): string;
  /** @throws AppError `not-found` */
  setState(photoId: string, patchId: string, state: PatchState, mask: MaskEffect): void;
  /** The painted mask of a result in the wire form. @throws AppError `not-found` */
  mask(patchId: string): Uint8Array;
}

export function createPatchStore(parts: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly masks: MaskStore;
}): PatchStore {
  const { database, files, masks } = parts;
  const list = database.prepare('SELECT * FROM patches WHERE photo_id = ? ORDER BY position');
  const byId = database.prepare('SELECT * FROM patches WHERE id = ?');
  const top = database.prepare('SELECT max(position) AS top FROM patches WHERE photo_id = ?');
  const update = database.prepare('UPDATE patches SET state = ? WHERE id = ? AND photo_id = ?');
  const insert = database.prepare(
    `INSERT INTO patches (id, photo_id, job_id, position, operation, x, y, width, height, state,
       overlay_file_id, answer_file_id, mask, created_at, duration_ms)
     VALUES (?, ?, ?, ?, 'cleanup', ?, ?, ?, ?, 'applied', ?, ?, ?, ?, ?)`,
  );

  function maskOf(patchId: string, photoId?: string): Uint8Array {
    const row = byId.get(patchId);
    if (row === undefined || (photoId !== undefined && row['photo_id'] !== photoId)) throw gone();
    return row['mask'] as Uint8Array;
  }

  function pictureOf({ rect, overlayFileId }: PatchRow): PatchPicture {
    return { rect, overlayPath: files.get(overlayFileId).path };
  }

  function rows(photoId: string): readonly PatchRow[] {
    return list.all(photoId).map(toPatchRow);
  }

  function appliedRows(photoId: string): readonly PatchRow[] {
    return rows(photoId).filter((row) => row.state === 'applied');
  }

  return {
    list: rows,
    applied: (photoId) => appliedRows(photoId).map(pictureOf),
    pictures: (patchIds) =>
      patchIds.map((id) => {
        const row = byId.get(id);
        if (row === undefined) throw gone();
        return pictureOf(toPatchRow(row));
      }),
    appliedIds: (photoId) => appliedRows(photoId).map((row) => row.id),
    add(patch) {
      const id = randomUUID();
      const position = Number(top.get(patch.photoId)?.['top'] ?? 0) + 1;
      const { x, y, width, height } = patch.rect;
      insert.run(
        id,
        patch.photoId,
        patch.jobId,
        position,
        x,
        y,
        width,
        height,
        patch.overlayFileId,
        patch.answerFileId,
        patch.mask,
        Date.now(),
        patch.durationMilliseconds,
      );
      return id;
    },
    setState(photoId, patchId, state, effect) {
      const tiles = decodeMaskTiles(maskOf(patchId, photoId));
      transaction(database, () => {
        update.run(state, patchId, photoId);
        if (effect === 'restore') masks.unite(photoId, tiles);
        if (effect === 'consume') masks.subtract(photoId, tiles);
      });
    },
    mask: (patchId) => maskOf(patchId),
  };
}

function gone(): AppError {
  return new AppError({
    kind: 'not-found',
    message: 'This result is not in the library any more.',
  });
}
