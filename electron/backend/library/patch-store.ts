/** Each result covers all visible ones below it, see `docs/decisions/result-order.md`. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Patch, PatchState } from '../../../shared/contract/photos.ts';
import { type AppError, invalidInput, notFound } from '../../../shared/errors/app-error.ts';
import { intersectRects, isEmptyRect, type Rect } from '../../../shared/geometry/rect.ts';
import { growMask, MASK_DISTANCE } from '../../../shared/mask/mask-distance.ts';
import {
  type PackedMaskTile,
  decodeMaskTiles,
  uniteTiles,
} from '../../../shared/mask/mask-tiles.ts';

import type { PatchPicture } from '../vision/imaging/results/apply-patches.ts';
import { transaction } from './database.ts';
import type { FileStore } from './file-store.ts';
import type { MaskStore } from './mask-store.ts';
import { toPatchRow, type PatchRow } from './photo-rows.ts';
import { readRows } from './unreadable.ts';
import { toColumn } from './row-values.ts';

interface NewPatch {
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
  readonly isPractice: boolean;
  readonly runId: string | undefined;
  readonly patchIds: readonly string[];
  /** Wire form of `shared/mask/mask-tiles.ts`. */
  readonly mask: Uint8Array;
  readonly durationMilliseconds: number;
}

/** An unblended result, and the answer it was cut from. */
interface PatchOrigin extends PatchPicture {
  readonly answerPath: string;
  /** Area of the answer, photo space; it may have fewer pixels. */
  readonly region: Rect;
}

/** `deleted`: removed from lists, but restorable until the program quits. */
type KeptPatchState = PatchState | 'deleted';

/** Change of the painted mask when a result is shown or hidden. */
type MaskEffect = 'restore' | 'consume' | 'keep';

export type PatchStore = ReturnType<typeof createPatchStore>;

export function createPatchStore(deps: {
  readonly database: DatabaseSync;
  readonly files: FileStore;
  readonly masks: MaskStore;
}) {
  const { database, files, masks } = deps;
  const statements = preparePatchStatements(database);

  function rowOf(patchId: string, photoId?: string) {
    const row = statements.byId.get(patchId);
    if (row === undefined || (photoId !== undefined && row['photo_id'] !== photoId))
      throw resultGone();
    return row;
  }

  const maskOf = (patchId: string, photoId?: string): Uint8Array =>
    rowOf(patchId, photoId)['mask'] as Uint8Array;

  const idOfJob = (jobId: string) => statements.byJob.get(jobId)?.['id'] as string | undefined;

  function pictureOf({ rect, overlayFileId }: PatchRow): PatchPicture {
    return { rect, overlayPath: files.get(overlayFileId).path };
  }

  function rows(photoId: string): readonly PatchRow[] {
    return readRows(database, 'result', statements.list.all(photoId), toPatchRow);
  }

  function appliedRows(photoId: string): readonly PatchRow[] {
    return rows(photoId).filter((row) => row.state === 'applied');
  }

  function appliedWithin(photoId: string, within: Rect | undefined): readonly PatchRow[] {
    return appliedRows(photoId).filter(
      ({ rect }) => within === undefined || !isEmptyRect(intersectRects(rect, within)),
    );
  }

  /** @throws AppError `not-found` */
  const get = (photoId: string, patchId: string): PatchRow => toPatchRow(rowOf(patchId, photoId));

  /** Within the photo. @throws AppError `not-found` */
  function grownMask(photoId: string, patchId: string, grow: number): readonly PackedMaskTile[] {
    const tiles = decodeMaskTiles(maskOf(patchId, photoId));
    const photo = statements.sizeOf.get(photoId);
    if (grow === 0 || photo === undefined) return tiles;
    const size = { width: Number(photo['width']), height: Number(photo['height']) };
    return growMask(tiles, Math.min(grow, MASK_DISTANCE.max), size);
  }

  function currentRenderKey(id: string): string {
    const row = statements.byId.get(id);
    return row === undefined ? id : toPatchRow(row).renderKey;
  }

  /** Render keys of the results below, which may be deleted since. */
  function baseOf(patch: NewPatch): readonly string[] {
    const below = patch.patchIds.filter((id) => {
      const row = statements.byId.get(id);
      return row === undefined || !isEmptyRect(intersectRects(toPatchRow(row).rect, patch.rect));
    });
    return below.map(currentRenderKey);
  }

  function isNeeded(patchId: string): boolean {
    return statements.builtOn.get(patchId) !== undefined;
  }

  /** Call within a transaction. @returns its files, to be released afterwards */
  function drop(photoId: string, patchId: string, mask: 'restore' | 'keep'): readonly string[] {
    const row = rowOf(patchId, photoId);
    const { jobId, overlayFileId, unblendedFileId = overlayFileId } = toPatchRow(row);
    const tiles = decodeMaskTiles(row['mask'] as Uint8Array);
    if (isNeeded(patchId)) throw inUse();
    statements.deletePatch.run(patchId);
    statements.forgetAnswer.run(jobId);
    if (mask === 'restore') masks.unite(photoId, tiles);
    return [overlayFileId, unblendedFileId, String(row['answer_file_id'])];
  }

  /** Permanent. @throws AppError `not-found`, `invalid-input` while a running job builds on it */
  function remove(photoId: string, patchId: string, mask: 'restore' | 'keep'): void {
    files.release(transaction(database, () => drop(photoId, patchId, mask)));
  }

  function add(patch: NewPatch): string {
    const id = randomUUID();
    const position = Number(statements.top.get(patch.photoId)?.['top'] ?? 0) + 1;
    const { x, y, width, height } = patch.rect;
    const now = Date.now();
    statements.insert.run(
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
      toColumn(patch.isPractice),
      now,
    );
    return id;
  }

  return {
    get,
    isNeeded,
    remove,
    grownMask,
    /** Lowest first. */
    list: rows,
    /** Shown results as files, lowest first. */
    applied: (photoId: string): readonly PatchPicture[] => appliedRows(photoId).map(pictureOf),
    /** Render keys of shown results (within a rectangle), lowest first: see `renderKey`. */
    renderKeys: (photoId: string, within?: Rect): readonly string[] =>
      appliedWithin(photoId, within).map((patch) => patch.renderKey),
    /** Render keys of these results in order; the id of one that is gone. */
    renderKeysOf: (patchIds: readonly string[]): readonly string[] =>
      patchIds.map(currentRenderKey),
    /** These results as files in order, shown or not. @throws AppError `not-found` */
    pictures: (patchIds: readonly string[]): readonly PatchPicture[] =>
      patchIds.map((id) => pictureOf(toPatchRow(rowOf(id)))),
    /** Lowest first. */
    appliedIds: (photoId: string, within?: Rect): readonly string[] =>
      appliedWithin(photoId, within).map(({ id }) => id),
    idOfJob,
    /** @throws AppError `not-found` */
    origin(patchId: string): PatchOrigin {
      const row = rowOf(patchId);
      const { rect, overlayFileId, unblendedFileId = overlayFileId } = toPatchRow(row);
      const region = statements.regionOf.get(patchId)?.['region'];
      return {
        rect,
        overlayPath: files.get(unblendedFileId).path,
        answerPath: files.get(String(row['answer_file_id'])).path,
        region: region === undefined ? rect : (JSON.parse(String(region)) as Rect),
      };
    },
    add,
    replace(patch: NewPatch): string {
      const former = idOfJob(patch.jobId);
      const { id, left } = transaction(database, () => {
        const dropped = former === undefined ? [] : drop(patch.photoId, former, 'keep');
        return { id: add(patch), left: dropped };
      });
      files.release(left);
      return id;
    },
    /** @throws AppError `not-found`; `invalid-input` while a running job builds on a deleted one */
    setState(photoId: string, patchId: string, state: KeptPatchState, effect: MaskEffect): void {
      const tiles = decodeMaskTiles(maskOf(patchId, photoId));
      if (state === 'deleted' && isNeeded(patchId)) throw inUse();
      transaction(database, () => {
        statements.update.run(state, Date.now(), patchId, photoId);
        if (effect === 'restore') masks.unite(photoId, tiles);
        if (effect === 'consume') masks.subtract(photoId, tiles);
      });
    },
    setStates(photoId: string, patchIds: readonly string[], state: PatchState): void {
      const now = Date.now();
      transaction(database, () => {
        for (const patchId of patchIds) statements.updateListed.run(state, now, patchId, photoId);
      });
    },
    /** Permanently deletes results that an earlier session marked as deleted. */
    removeDeleted(): void {
      for (const row of statements.deleted.all()) {
        const patchId = String(row['id']);
        if (!isNeeded(patchId)) remove(String(row['photo_id']), patchId, 'keep');
      }
    },
    /** @throws AppError `not-found` */
    repaint(photoId: string, patchId: string, grow: number): void {
      const tiles = grownMask(photoId, patchId, grow);
      transaction(database, () => {
        statements.update.run('hidden', Date.now(), patchId, photoId);
        masks.unite(photoId, tiles);
      });
    },
    /** Runs `work`, which must only read, as if the result were hidden. */
    asIfHidden<Result>(photoId: string, patchId: string, work: () => Result): Result {
      database.exec('BEGIN');
      try {
        statements.update.run('hidden', Date.now(), patchId, photoId);
        return work();
      } finally {
        database.exec('ROLLBACK');
      }
    },
    /** Wire format. @throws AppError `not-found` */
    mask: (patchId: string): Uint8Array => maskOf(patchId),
    cleaned: (photoId: string): readonly PackedMaskTile[] =>
      uniteTiles(
        statements.shownMasks.all(photoId).map((row) => decodeMaskTiles(row['mask'] as Uint8Array)),
      ),
  };
}

export function resultGone(): AppError {
  return notFound('This result is no longer in the library.');
}

function inUse(): AppError {
  return invalidInput(
    'A run in progress uses this result. Wait for it to finish or stop it, then delete the result.',
  );
}

function preparePatchStatements(database: DatabaseSync) {
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
