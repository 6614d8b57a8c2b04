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
import { createSql } from './row-values.ts';

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
  const sql = createSql(database);

  function rowOf(patchId: string, photoId?: string) {
    const row = sql.get`SELECT * FROM patches WHERE id = ${patchId}`;
    if (row === undefined || (photoId !== undefined && row['photo_id'] !== photoId))
      throw resultGone();
    return row;
  }

  const maskOf = (patchId: string, photoId?: string): Uint8Array =>
    rowOf(patchId, photoId)['mask'] as Uint8Array;

  const idOfJob = (jobId: string) =>
    sql.value`SELECT id FROM patches WHERE job_id = ${jobId}` as string | undefined;

  function pictureOf({ rect, overlayFileId }: PatchRow): PatchPicture {
    return { rect, overlayPath: files.get(overlayFileId).path };
  }

  function rows(photoId: string): readonly PatchRow[] {
    return readRows(
      database,
      'result',
      sql.all`SELECT * FROM patches WHERE photo_id = ${photoId}
          AND state <> 'deleted' ORDER BY position`,
      toPatchRow,
    );
  }

  function appliedWithin(photoId: string, within?: Rect): readonly PatchRow[] {
    const isWithin = (rect: Rect) =>
      within === undefined || !isEmptyRect(intersectRects(rect, within));
    return rows(photoId).filter(({ state, rect }) => state === 'applied' && isWithin(rect));
  }

  /** @throws AppError `not-found` */
  const get = (photoId: string, patchId: string): PatchRow => toPatchRow(rowOf(patchId, photoId));

  /** Within the photo. @throws AppError `not-found` */
  function grownMask(photoId: string, patchId: string, grow: number): readonly PackedMaskTile[] {
    const tiles = decodeMaskTiles(maskOf(patchId, photoId));
    const photo = sql.get`SELECT width, height FROM photos WHERE id = ${photoId}`;
    if (grow === 0 || photo === undefined) return tiles;
    const size = { width: Number(photo['width']), height: Number(photo['height']) };
    return growMask(tiles, Math.min(grow, MASK_DISTANCE.max), size);
  }

  const known = (id: string): PatchRow | undefined => {
    const row = sql.get`SELECT * FROM patches WHERE id = ${id}`;
    return row && toPatchRow(row);
  };

  const currentRenderKey = (id: string): string => known(id)?.renderKey ?? id;

  /** Render keys of the results below, which may be deleted since. */
  const baseOf = ({ patchIds, rect }: NewPatch): readonly string[] =>
    patchIds
      .filter((id) => !isEmptyRect(intersectRects(known(id)?.rect ?? rect, rect)))
      .map(currentRenderKey);

  function isNeeded(patchId: string): boolean {
    return (
      sql.get`SELECT 1 FROM jobs, json_each(jobs.patch_ids) AS picture,
        json_each(picture.value) AS used
        WHERE jobs.state IN ('waiting', 'submitting', 'queued', 'processing', 'downloading')
          AND used.value = ${patchId} LIMIT 1` !== undefined
    );
  }

  /** Call within a transaction. @returns its files, to be released afterwards */
  function drop(photoId: string, patchId: string, mask: 'restore' | 'keep'): readonly string[] {
    const row = rowOf(patchId, photoId);
    const { jobId, overlayFileId, unblendedFileId = overlayFileId } = toPatchRow(row);
    if (isNeeded(patchId)) throw inUse();
    sql.run`DELETE FROM patches WHERE id = ${patchId}`;
    sql.run`UPDATE jobs SET answer_file_id = NULL WHERE id = ${jobId}`;
    if (mask === 'restore') masks.unite(photoId, decodeMaskTiles(row['mask'] as Uint8Array));
    return [overlayFileId, unblendedFileId, String(row['answer_file_id'])];
  }

  function putState(photoId: string, id: string, state: KeptPatchState): void {
    sql.update('patches', { id, photoId }, { state, lookedAt: Date.now() });
  }

  /** Permanent. @throws AppError `not-found`, `invalid-input` while a running job builds on it */
  function remove(photoId: string, patchId: string, mask: 'restore' | 'keep'): void {
    files.release(transaction(database, () => drop(photoId, patchId, mask)));
  }

  function add(patch: NewPatch): string {
    const id = randomUUID();
    const { photoId } = patch;
    const top = Number(
      sql.value`SELECT max(position) FROM patches WHERE photo_id = ${photoId}` ?? 0,
    );
    const { rect, patchIds: _built, durationMilliseconds: durationMs, ...fields } = patch;
    const { x, y, width, height } = rect;
    const now = Date.now();
    sql.insert('patches', {
      id,
      ...fields,
      position: top + 1,
      x,
      y,
      width,
      height,
      durationMs,
      state: 'applied',
      basePatchIds: baseOf(patch),
      createdAt: now,
      lookedAt: now,
    });
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
    applied: (photoId: string): readonly PatchPicture[] => appliedWithin(photoId).map(pictureOf),
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
      const region = sql.value`SELECT region FROM jobs WHERE id = (SELECT job_id FROM patches
          WHERE id = ${patchId})`;
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
        putState(photoId, patchId, state);
        if (effect === 'restore') masks.unite(photoId, tiles);
        if (effect === 'consume') masks.subtract(photoId, tiles);
      });
    },
    setStates(photoId: string, patchIds: readonly string[], state: PatchState): void {
      sql.run`UPDATE patches SET state = ${state}, looked_at = ${Date.now()} WHERE state <> 'deleted'
        AND photo_id = ${photoId} AND id IN (SELECT value FROM json_each(${patchIds}))`;
    },
    /** Permanently deletes results that an earlier session marked as deleted. */
    removeDeleted(): void {
      const deleted = sql.all`SELECT id, photo_id FROM patches WHERE state = 'deleted'
        ORDER BY position`;
      for (const row of deleted) {
        const patchId = String(row['id']);
        if (!isNeeded(patchId)) remove(String(row['photo_id']), patchId, 'keep');
      }
    },
    /** @throws AppError `not-found` */
    repaint(photoId: string, patchId: string, grow: number): void {
      const tiles = grownMask(photoId, patchId, grow);
      transaction(database, () => {
        putState(photoId, patchId, 'hidden');
        masks.unite(photoId, tiles);
      });
    },
    /** Runs `work`, which must only read, as if the result were hidden. */
    asIfHidden<Result>(photoId: string, patchId: string, work: () => Result): Result {
      database.exec('BEGIN');
      try {
        putState(photoId, patchId, 'hidden');
        return work();
      } finally {
        database.exec('ROLLBACK');
      }
    },
    /** Wire format. @throws AppError `not-found` */
    mask: (patchId: string): Uint8Array => maskOf(patchId),
    cleaned: (photoId: string): readonly PackedMaskTile[] =>
      uniteTiles(
        sql.all`SELECT mask FROM patches WHERE photo_id = ${photoId} AND state = 'applied'`.map(
          (row) => decodeMaskTiles(row['mask'] as Uint8Array),
        ),
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
