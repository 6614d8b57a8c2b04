import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Patch, PatchState, Photo, PhotoSummary } from '../../../shared/contract/photos.ts';
import { patchBlendSchema, type PatchBlend } from '../../../shared/contract/patch-blend.ts';
import { intersectRects, isEmptyRect, type Rect } from '../../../shared/geometry/rect.ts';
import type { PlacedResult } from '../../../shared/results/variant-slots.ts';
import {
  cleanedMaskUrl,
  fileUrl,
  patchMaskUrl,
  patchThumbnailUrl,
  photoMaskUrl,
  photoThumbnailUrl,
  thumbnailFileUrl,
} from '../../../shared/media.ts';
import { optionalText, optionalNumber, toBoolean, storedJson, storedList } from './row-values.ts';

/** Hash digits that distinguish render keys. */
const KEY_DIGITS = 16;

export interface PhotoRow {
  readonly id: string;
  readonly name: string;
  readonly originalFileId: string;
  readonly displayFileId: string;
  /** Thumbnail of the photo without results. */
  readonly thumbnailFileId: string | undefined;
  /** Lowest first; `undefined` without any. */
  readonly renderKeys: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly byteLength: number;
  readonly format: string;
  readonly depth: 8 | 16;
  readonly hasAlpha: boolean;
  readonly isCmyk: boolean;
  readonly notes: readonly string[];
  readonly openedAt: number;
}

export interface PatchRow {
  readonly id: string;
  readonly photoId: string;
  readonly jobId: string;
  /** Counts from 1; stacking order. */
  readonly position: number;
  readonly operation: Patch['operation'];
  readonly rect: Rect;
  readonly state: PatchState;
  readonly overlayFileId: string;
  readonly createdAt: number;
  readonly durationMilliseconds: number;
  readonly parameters: Patch['parameters'];
  /** 1/10000 USD. */
  readonly cost: number | undefined;
  readonly isPractice: boolean;
  readonly runId: string | undefined;
  /** Lowest first, without distant ones. */
  readonly baseKeys: readonly string[];
  readonly blend: PatchBlend | undefined;
  /** See {@link renderKey}. */
  readonly renderKey: string;
  /** The unblended overlay, if {@link overlayFileId} is blended. */
  readonly unblendedFileId: string | undefined;
  readonly lookedAt: number;
}

/** {@link renderKey} in SQL. */
const RENDER_KEY = `id || coalesce('~' || mix_name, '')`;

/** Columns for `toPhotoRow`. */
export const PHOTO_COLUMNS = `photos.*, (SELECT group_concat(render_key, ' ') FROM (SELECT ${RENDER_KEY} AS render_key FROM patches
  WHERE photo_id = photos.id AND state = 'applied' ORDER BY position)) AS render_keys`;

type Row = Record<string, unknown>;

export function toPhotoRow(row: Row): PhotoRow {
  return {
    id: String(row['id']),
    name: String(row['name']),
    originalFileId: String(row['original_file_id']),
    displayFileId: String(row['display_file_id']),
    thumbnailFileId: optionalText(row['thumbnail_file_id']),
    renderKeys: optionalText(row['render_keys']),
    width: Number(row['width']),
    height: Number(row['height']),
    byteLength: Number(row['byte_length']),
    format: String(row['format']),
    depth: Number(row['depth']) === 16 ? 16 : 8,
    hasAlpha: toBoolean(row['has_alpha']),
    isCmyk: toBoolean(row['is_cmyk']),
    notes: storedList(z.string(), row['notes']),
    openedAt: Number(row['opened_at']),
  };
}

export function toPatchRow(row: Row): PatchRow {
  return {
    id: String(row['id']),
    photoId: String(row['photo_id']),
    jobId: String(row['job_id']),
    position: Number(row['position']),
    operation: row['operation'] as Patch['operation'],
    rect: {
      x: Number(row['x']),
      y: Number(row['y']),
      width: Number(row['width']),
      height: Number(row['height']),
    },
    state: row['state'] === 'applied' ? 'applied' : 'hidden',
    overlayFileId: String(row['overlay_file_id']),
    createdAt: Number(row['created_at']),
    durationMilliseconds: Number(row['duration_ms']),
    parameters: JSON.parse(String(row['parameters'])) as Patch['parameters'],
    cost: optionalNumber(row['cost']),
    isPractice: toBoolean(row['is_practice']),
    runId: optionalText(row['run_id']),
    baseKeys: storedList(z.string(), row['base_patch_ids']),
    blend: storedJson(patchBlendSchema, row['mix']),
    renderKey: renderKey(String(row['id']), optionalText(row['mix_name'])),
    unblendedFileId: optionalText(row['unmixed_file_id']),
    lookedAt: Number(row['looked_at']),
  };
}

/** Returns the render key of a result, which differs for each blend. */
function renderKey(patchId: string, blendName: string | undefined): string {
  return blendName === undefined ? patchId : `${patchId}~${blendName}`;
}

function idOfKey(key: string): string {
  return key.split('~', 1)[0] ?? key;
}

export function toSummary(row: PhotoRow): PhotoSummary {
  return {
    id: row.id,
    name: row.name,
    width: row.width,
    height: row.height,
    byteLength: row.byteLength,
    format: row.format,
    openedAt: row.openedAt,
    ...(row.thumbnailFileId === undefined ? {} : { thumbnailUrl: thumbnailUrlOf(row) }),
  };
}

/** The address differs for each set of results. */
function thumbnailUrlOf({ id, renderKeys, thumbnailFileId = '' }: PhotoRow): string {
  if (renderKeys === undefined) return thumbnailFileUrl(thumbnailFileId, id);
  return photoThumbnailUrl(id, hashOfKeys(renderKeys));
}

export function hashOfKeys(renderKeys: string): string {
  return createHash('sha256').update(renderKeys).digest('hex').slice(0, KEY_DIGITS);
}

export function toPhoto(row: PhotoRow, patches: readonly PatchRow[]): Photo {
  return {
    ...toSummary(row),
    url: fileUrl(row.displayFileId),
    maskUrl: photoMaskUrl(row.id),
    cleanedUrl: cleanedMaskUrl(row.id),
    depth: row.depth,
    hasAlpha: row.hasAlpha,
    notes: row.notes,
    patches: patches.map((patch, index) => toPatch(patch, patches.slice(0, index))),
  };
}

export function toPatch(row: PatchRow, below: readonly PatchRow[]): Patch {
  return {
    id: row.id,
    jobId: row.jobId,
    number: row.position,
    operation: row.operation,
    rect: row.rect,
    state: row.state,
    url: fileUrl(row.overlayFileId),
    thumbnailUrl: patchThumbnailUrl(row.id),
    maskUrl: patchMaskUrl(row.id),
    createdAt: row.createdAt,
    durationMilliseconds: row.durationMilliseconds,
    parameters: row.parameters,
    cost: row.cost,
    isPractice: row.isPractice,
    runId: row.runId,
    lookedAt: row.lookedAt,
    baseIds: row.baseKeys.map(idOfKey),
    isBaseChanged: isBaseChanged(row, below),
    ...(row.blend === undefined
      ? {}
      : { blend: { ...row.blend, strokes: row.blend.strokes.length } }),
  };
}

export function toPlaced({ position, baseKeys, ...row }: PatchRow): PlacedResult {
  return { ...row, number: position, baseIds: baseKeys.map(idOfKey) };
}

/** Parts of the same run are made in parallel on the same photo and don't count. */
function isBaseChanged(row: PatchRow, below: readonly PatchRow[]): boolean {
  const isSibling = (other: PatchRow) => row.runId !== undefined && other.runId === row.runId;
  const siblings = new Set(below.filter(isSibling).map(({ id }) => id));
  const now = below.filter(
    (other) =>
      other.state === 'applied' &&
      !siblings.has(other.id) &&
      !isEmptyRect(intersectRects(other.rect, row.rect)),
  );
  const before = row.baseKeys.filter((key) => !siblings.has(idOfKey(key)));
  return (
    before.length !== now.length || now.some((patch, index) => patch.renderKey !== before[index])
  );
}
