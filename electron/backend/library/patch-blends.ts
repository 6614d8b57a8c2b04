/** Blends a result into an overlay of its own; the original one is kept. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { os } from '../service/common/procedures.ts';
import type { PatchBlend } from '../../../shared/contract/patch-blend.ts';
import { invalidInput } from '../../../shared/errors/app-error.ts';
import { intersectRects, isEmptyRect, type Rect } from '../../../shared/geometry/rect.ts';
import { fileUrl, patchDepthUrl } from '../../../shared/media.ts';
import { weightFrame } from '../../../shared/blend/blend-frame.ts';
import { patchWeights, UNBLENDED } from '../../../shared/blend/patch-weights.ts';
import { coverOf } from '../../../shared/blend/stroke-cover.ts';
import type { PatchPicture } from '../vision/imaging/results/apply-patches.ts';
import { blendedOverlay, weightsOfRect } from '../vision/imaging/results/blended-overlay.ts';
import { patchDepths } from '../vision/imaging/results/patch-depth.ts';
import { byteSourceOfBytes } from '../service/client/index.ts';
import { transaction } from './database.ts';
import type { FileStore } from './file-store.ts';
import { withDamageReport } from './damage-report.ts';
import type { PatchRow } from './photo-rows.ts';
import { resultGone, type PatchStore } from './patch-store.ts';
import type { PhotoStore } from './photo-store.ts';
import { createSql } from './row-values.ts';

const NOT_BLENDED = { mix: null, mixName: null, unmixedFileId: null } as const;

/** Hash digits that distinguish blends. */
const NAME_DIGITS = 16;

export interface PatchLayer {
  /** Unblended. */
  readonly path: string;
  /** 0 … 1. */
  readonly opacity: number;
  /** One byte per pixel of its area; `undefined`: fully visible. */
  readonly weights: Uint8Array | undefined;
}

/** All reject with `not-found`, or `invalid-input` for a result of Faces. */
export type PatchBlends = ReturnType<typeof createPatchBlends>;

export function createPatchBlends(deps: {
  readonly database: DatabaseSync;
  readonly photos: Pick<PhotoStore, 'exists' | 'row' | 'source'>;
  readonly patches: Pick<PatchStore, 'get' | 'list'>;
  readonly files: FileStore;
}) {
  const { database, photos, patches, files } = deps;
  const sql = createSql(database);
  /** Cached for the last requested result, because a slider asks often. */
  let held: { readonly fileId: string; readonly depths: Promise<Uint8Array> } | undefined;
  /** Sequential: the latest request wins. */
  let making: Promise<unknown> = Promise.resolve();

  function find(photoId: string, patchId: string): PatchRow {
    const row = patches.get(photoId, patchId);
    if (row.operation === 'merge-face')
      throw invalidInput('This result comes from Faces. Change its strength and edge there.');
    return row;
  }

  function pictureOf({ rect, overlayFileId, unblendedFileId = overlayFileId }: PatchRow) {
    return { rect, overlayPath: files.get(unblendedFileId).path } satisfies PatchPicture;
  }

  function depthsOf(row: PatchRow): Promise<Uint8Array> {
    const fileId = row.unblendedFileId ?? row.overlayFileId;
    if (held?.fileId !== fileId) {
      held = { fileId, depths: patchDepths(pictureOf(row), photos.row(row.photoId)) };
      held.depths.catch(() => {
        if (held?.fileId === fileId) held = undefined;
      });
    }
    return held.depths;
  }

  async function weightsFor(row: PatchRow, { feather, strokes }: PatchBlend): Promise<Uint8Array> {
    const cover = coverOf(weightFrame(row.rect), strokes);
    return patchWeights(await depthsOf(row), cover, feather);
  }

  function requireFree(patchId: string, rect: Rect): void {
    // A started task has sent the picture; an overlay is matched to what is below it at its end.
    const isBelow = sql.all`SELECT region FROM jobs, json_each(jobs.patch_ids) AS picture,
      json_each(picture.value) AS used
      WHERE (jobs.state IN ('waiting', 'submitting') OR (kind IN ('cleanup', 'remove-text')
            AND jobs.state IN ('queued', 'processing', 'downloading')))
        AND used.value = ${patchId}`.some(({ region }) => {
      return typeof region !== 'string' || !isEmptyRect(intersectRects(JSON.parse(region), rect));
    });
    if (isBelow)
      throw invalidInput(
        'A run in progress uses this result. Wait for it to finish or stop it, then change the result.',
      );
  }

  async function make(photoId: string, patchId: string, blend: PatchBlend): Promise<void> {
    const before = find(photoId, patchId);
    requireFree(patchId, before.rect);
    const unblendedId = before.unblendedFileId ?? before.overlayFileId;
    const text = JSON.stringify(blend);
    if (text === JSON.stringify(before.blend ?? UNBLENDED)) return;
    const isBlended = text !== JSON.stringify(UNBLENDED);
    const overlayId = isBlended ? await overlayOf(before, blend) : unblendedId;
    transaction(database, () => {
      requireFree(patchId, before.rect); // A run may have started meanwhile.
      const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS);
      const stored = isBlended
        ? { mix: text, mixName: name, unmixedFileId: unblendedId }
        : NOT_BLENDED;
      const fields = { ...stored, overlayFileId: overlayId, lookedAt: Date.now() };
      if (sql.update('patches', { id: patchId }, fields).changes === 0) throw resultGone();
    });
    if (before.unblendedFileId !== undefined) files.release([before.overlayFileId]);
  }

  async function overlayOf(row: PatchRow, blend: PatchBlend): Promise<string> {
    const weights = await weightsFor(row, blend);
    const source = photos.source(row.photoId);
    const png = await withDamageReport(deps, row.photoId, () =>
      blendedOverlay(pictureOf(row), weights, blend.opacity, source),
    );
    const staged = await files.stage(byteSourceOfBytes(png).open());
    return (await files.commit(staged, 'image/png')).id;
  }

  /** @throws AppError also `invalid-input` while a run builds on it, `disk-full`, `storage` */
  function save(photoId: string, patchId: string, blend: PatchBlend): Promise<void> {
    const made = making.then(() => make(photoId, patchId, blend));
    making = made.catch(() => undefined); // Reported by the caller.
    return made;
  }

  return {
    procedures: {
      read: os.patchBlend.read.handler(({ input: { photoId, patchId } }) => {
        const row = find(photoId, patchId);
        const { blend = UNBLENDED, overlayFileId, unblendedFileId = overlayFileId } = row;
        return { blend, url: fileUrl(unblendedFileId), depthUrl: patchDepthUrl(patchId) };
      }),
      save: os.patchBlend.save.handler(({ input }) =>
        save(input.photoId, input.patchId, input.blend),
      ),
    },
    save,
    async depths(patchId: string): Promise<Uint8Array> {
      const photoId = sql.value`SELECT photo_id FROM patches WHERE id = ${patchId}`;
      if (typeof photoId !== 'string') throw resultGone();
      return await depthsOf(find(photoId, patchId));
    },
    async layer(row: PatchRow): Promise<PatchLayer> {
      const { blend } = row;
      const path = pictureOf(row).overlayPath;
      if (blend === undefined) return { path, opacity: 1, weights: undefined };
      const isWhole = blend.feather === 0 && blend.strokes.length === 0;
      const weights = isWhole
        ? undefined
        : await weightsOfRect(await weightsFor(row, blend), row.rect);
      return { path, opacity: blend.opacity, weights };
    },
  };
}
