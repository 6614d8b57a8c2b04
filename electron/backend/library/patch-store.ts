/**
 * Results over photos. A result is never deleted by undoing it; it is hidden. The order never
 * changes: each lies over all visible ones below it, see D64 in `docs/decisions.md`.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Patch, PatchState } from '../../../shared/contract/photos.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { intersectRects, isEmptyRect, type Rect } from '../../../shared/geometry/rect.ts';
import { growMask, MASK_DISTANCE } from '../../../shared/mask/mask-distance.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import { uniteTiles } from '../../../shared/mask/unite-tiles.ts';
import type { PatchPicture } from '../imaging/results/apply-patches.ts';
import { transaction } from './database.ts';
import type { FileStore } from './file-store.ts';
import type { MaskStore } from './mask-store.ts';
import { toPatchRow, type PatchRow } from './photo-rows.ts';

/** The result that a finished job adds. */
export interface NewPatch {
  readonly photoId: string;
  readonly jobId: string;
  readonly operation: Patch['operation'];
  /** Photo space. */
  readonly rect: Rect;
  readonly overlayFileId: string;
  readonly answerFileId: string;
  readonly parameters: Patch['parameters'];
  /** 1/10000 USD. */
  readonly cost: number | undefined;
  /** Made in practice. */
  readonly isPractice: boolean;
  readonly runId: string | undefined;
  /** Results over the photo when it was sent, lowest first. */
  readonly patchIds: readonly string[];
  /** Wire form of `shared/mask/mask-tiles.ts`. */
  readonly mask: Uint8Array;
  readonly durationMilliseconds: number;
}

/** A result as it came, and the answer of the service that it was cut out of. */
export interface PatchOrigin extends PatchPicture {
  readonly answerPath: string;
  /** The area of the answer, photo space; it may be smaller in pixels. */
  readonly region: Rect;
}

/** `deleted`: in no list any more, but can be restored until the program is closed. */
export type KeptPatchState = PatchState | 'deleted';

/** The change of the painted mask when a result is shown or hidden. */
export type MaskEffect = 'restore' | 'consume' | 'keep';

/** See the file comment. */
export interface PatchStore {
  /** Lowest first. */
  list(photoId: string): readonly PatchRow[];
  /** The results that are shown, lowest first, as pictures on disk. */
  applied(photoId: string): readonly PatchPicture[];
  /** The results that are shown (within a rectangle) as they look, the lowest first: see `lookOf`. */
  appliedLooks(photoId: string, within?: Rect): readonly string[];
  /** The looks of these results, in this order; of one that is gone its id. */
  looks(patchIds: readonly string[]): readonly string[];
  /** These results as pictures on disk, in this order, shown or not. @throws AppError `not-found` */
  pictures(patchIds: readonly string[]): readonly PatchPicture[];
  /** The request and the job of a result. @throws AppError `not-found` */
  origin(patchId: string): PatchOrigin;
  /** The result that a job brought, if it is here. */
  idOfJob(jobId: string): string | undefined;
  /** Ids of the results that are shown (within a rectangle), the lowest first. */
  appliedIds(photoId: string, within?: Rect): readonly string[];
  /** @throws AppError `not-found` */
  get(photoId: string, patchId: string): PatchRow;
  /** Adds a result on top. Runs inside the caller's transaction. */
  add(patch: NewPatch): string;
  /** @throws AppError `not-found`; `invalid-input` when it is to be deleted and a job under way builds on it */
  setState(photoId: string, patchId: string, state: KeptPatchState, mask: MaskEffect): void;
  /** Shows or hides those that are still here, in one transaction. */
  setStates(photoId: string, patchIds: readonly string[], state: PatchState): void;
  /** Removes for good the results that an earlier session deleted. */
  removeDeleted(): void;
  /** Hides a result and adds its mask, grown, to the painted one. @throws AppError `not-found` */
  repaint(photoId: string, patchId: string, grow: number): void;
  /** The mask of a result, grown within the photo. @throws AppError `not-found` */
  grownMask(photoId: string, patchId: string, grow: number): readonly PackedMaskTile[];
  /**
   * Removes a result for good, together with its saved answer.
   *
   * @throws AppError `not-found`, `invalid-input` when a job under way builds on it
   */
  remove(photoId: string, patchId: string, mask: 'restore' | 'keep'): void;
  /** True while a job under way builds on this result. */
  isNeeded(patchId: string): boolean;
  /** The painted mask of a result in the wire form. @throws AppError `not-found` */
  mask(patchId: string): Uint8Array;
  /** The masks of all results that are shown, as one. */
  cleaned(photoId: string): readonly PackedMaskTile[];
}

export function createPatchStore(parts: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly masks: MaskStore;
}): PatchStore {
  const { database, files, masks } = parts;
  const list = database.prepare(
    `SELECT * FROM patches WHERE photo_id = ? AND state <> 'deleted' ORDER BY position`,
  );
  const byId = database.prepare('SELECT * FROM patches WHERE id = ?');
  const top = database.prepare('SELECT max(position) AS top FROM patches WHERE photo_id = ?');
  const deleted = database.prepare(
    `SELECT id, photo_id FROM patches WHERE state = 'deleted' ORDER BY position`,
  );
  const byJob = database.prepare('SELECT id FROM patches WHERE job_id = ?');
  const regionOf = database.prepare(
    'SELECT region FROM jobs WHERE id = (SELECT job_id FROM patches WHERE id = ?)',
  );
  const shownMasks = database.prepare(
    `SELECT mask FROM patches WHERE photo_id = ? AND state = 'applied'`,
  );
  const update = database.prepare(
    'UPDATE patches SET state = ?, looked_at = ? WHERE id = ? AND photo_id = ?',
  );
  const updateListed = database.prepare(
    `UPDATE patches SET state = ?, looked_at = ?
     WHERE id = ? AND photo_id = ? AND state <> 'deleted'`,
  );
  const insert = database.prepare(
    `INSERT INTO patches (id, photo_id, job_id, position, operation, x, y, width, height, state,
       overlay_file_id, answer_file_id, mask, created_at, duration_ms, parameters, cost, run_id,
       base_patch_ids, is_practice, looked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'applied', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deletePatch = database.prepare('DELETE FROM patches WHERE id = ?');
  const forgetAnswer = database.prepare('UPDATE jobs SET answer_file_id = NULL WHERE id = ?');
  const builtOn = database.prepare(
    `SELECT 1 FROM jobs, json_each(jobs.patch_ids) AS picture, json_each(picture.value) AS used
     WHERE jobs.state IN ('waiting', 'submitting', 'queued', 'processing', 'downloading')
       AND used.value = ? LIMIT 1`,
  );
  const sizeOf = database.prepare('SELECT width, height FROM photos WHERE id = ?');

  function maskOf(patchId: string, photoId?: string): Uint8Array {
    const row = byId.get(patchId);
    if (row === undefined || (photoId !== undefined && row['photo_id'] !== photoId))
      throw resultGone();
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

  function appliedWithin(photoId: string, within: Rect | undefined): readonly PatchRow[] {
    return appliedRows(photoId).filter(
      ({ rect }) => within === undefined || !isEmptyRect(intersectRects(rect, within)),
    );
  }

  function byIdAnywhere(id: string): PatchRow {
    const row = byId.get(id);
    if (row === undefined) throw resultGone();
    return toPatchRow(row);
  }

  function get(photoId: string, patchId: string): PatchRow {
    const row = byId.get(patchId);
    if (row === undefined || row['photo_id'] !== photoId) throw resultGone();
    return toPatchRow(row);
  }

  function grownMask(photoId: string, patchId: string, grow: number): readonly PackedMaskTile[] {
    const tiles = decodeMaskTiles(maskOf(patchId, photoId));
    const photo = sizeOf.get(photoId);
    if (grow === 0 || photo === undefined) return tiles;
    const size = { width: Number(photo['width']), height: Number(photo['height']) };
    return growMask(tiles, Math.min(grow, MASK_DISTANCE.max), size);
  }

  function lookNow(id: string): string {
    const row = byId.get(id);
    return row === undefined ? id : toPatchRow(row).look;
  }

  /** Of the results over the photo, the looks of those below; they may be deleted since. */
  function baseOf(patch: NewPatch): readonly string[] {
    const below = patch.patchIds.filter((id) => {
      const row = byId.get(id);
      return row === undefined || !isEmptyRect(intersectRects(toPatchRow(row).rect, patch.rect));
    });
    return below.map(lookNow);
  }

  function isNeeded(patchId: string): boolean {
    return builtOn.get(patchId) !== undefined;
  }

  function remove(photoId: string, patchId: string, mask: 'restore' | 'keep'): void {
    const { jobId, overlayFileId, unmixedFileId = overlayFileId } = get(photoId, patchId);
    const answerFileId = String(byId.get(patchId)?.['answer_file_id']);
    const tiles = decodeMaskTiles(maskOf(patchId, photoId));
    if (isNeeded(patchId)) throw inUse();
    transaction(database, () => {
      deletePatch.run(patchId);
      forgetAnswer.run(jobId);
      if (mask === 'restore') masks.unite(photoId, tiles);
    });
    files.release([overlayFileId, unmixedFileId, answerFileId]);
  }

  return {
    get,
    isNeeded,
    remove,
    grownMask,
    list: rows,
    applied: (photoId) => appliedRows(photoId).map(pictureOf),
    appliedLooks: (photoId, within) => appliedWithin(photoId, within).map(({ look }) => look),
    looks: (patchIds) => patchIds.map(lookNow),
    pictures: (patchIds) => patchIds.map((id) => pictureOf(byIdAnywhere(id))),
    appliedIds: (photoId, within) => appliedWithin(photoId, within).map(({ id }) => id),
    idOfJob(jobId) {
      const id = byJob.get(jobId)?.['id'];
      return typeof id === 'string' ? id : undefined;
    },
    origin(patchId) {
      const row = byId.get(patchId);
      if (row === undefined) throw resultGone();
      const { rect, overlayFileId, unmixedFileId = overlayFileId } = toPatchRow(row);
      const region = regionOf.get(patchId)?.['region'];
      return {
        rect,
        overlayPath: files.get(unmixedFileId).path,
        answerPath: files.get(String(row['answer_file_id'])).path,
        region: region === undefined ? rect : (JSON.parse(String(region)) as Rect),
      };
    },
    add(patch) {
      const id = randomUUID();
      const position = Number(top.get(patch.photoId)?.['top'] ?? 0) + 1;
      const { x, y, width, height } = patch.rect;
      const now = Date.now();
      insert.run(
        id,
        patch.photoId,
        patch.jobId,
        position,
        patch.operation,
        x,
        y,
        width,
        height,
        patch.overlayFileId,
        patch.answerFileId,
        patch.mask,
        now,
        patch.durationMilliseconds,
        JSON.stringify(patch.parameters),
        patch.cost ?? null,
        patch.runId ?? null,
        JSON.stringify(baseOf(patch)),
        patch.isPractice ? 1 : 0,
        now,
      );
      return id;
    },
    setState(photoId, patchId, state, effect) {
      const tiles = decodeMaskTiles(maskOf(patchId, photoId));
      if (state === 'deleted' && isNeeded(patchId)) throw inUse();
      transaction(database, () => {
        update.run(state, Date.now(), patchId, photoId);
        if (effect === 'restore') masks.unite(photoId, tiles);
        if (effect === 'consume') masks.subtract(photoId, tiles);
      });
    },
    setStates(photoId, patchIds, state) {
      const now = Date.now();
      transaction(database, () => {
        for (const patchId of patchIds) updateListed.run(state, now, patchId, photoId);
      });
    },
    removeDeleted() {
      for (const row of deleted.all()) {
        const patchId = String(row['id']);
        if (!isNeeded(patchId)) remove(String(row['photo_id']), patchId, 'keep');
      }
    },
    repaint(photoId, patchId, grow) {
      const tiles = grownMask(photoId, patchId, grow);
      transaction(database, () => {
        update.run('hidden', Date.now(), patchId, photoId);
        masks.unite(photoId, tiles);
      });
    },
    mask: (patchId) => maskOf(patchId),
    cleaned: (photoId) =>
      uniteTiles(shownMasks.all(photoId).map((row) => decodeMaskTiles(row['mask'] as Uint8Array))),
  };
}

/** For results that were deleted meanwhile. */
export function resultGone(): AppError {
  return new AppError({
    kind: 'not-found',
    message: 'This result is no longer in the library.',
  });
}

function inUse(): AppError {
  return new AppError({
    kind: 'invalid-input',
    message:
      'A run in progress uses this result. Wait for it to finish or stop it, then delete the result.',
  });
}
