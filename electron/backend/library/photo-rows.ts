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
import {
  createRowReader,
  optionalNumber,
  optionalText,
  sqlPart,
  storedJson,
  storedList,
  toBoolean,
  type Row,
} from './row-values.ts';

/** Hash digits that distinguish render keys. */
const KEY_DIGITS = 16;

export const toPhotoRow = createRowReader({
  id: String,
  name: String,
  originalFileId: String,
  displayFileId: String,
  /** Thumbnail of the photo without results. */
  thumbnailFileId: optionalText,
  /** Lowest first; `undefined` without any. */
  renderKeys: optionalText,
  width: Number,
  height: Number,
  byteLength: Number,
  format: String,
  depth: (value) => (Number(value) === 16 ? 16 : 8),
  hasAlpha: toBoolean,
  isCmyk: toBoolean,
  notes: (value): readonly string[] => storedList(z.string(), value),
  openedAt: Number,
});

export type PhotoRow = ReturnType<typeof toPhotoRow>;

const readPatch = createRowReader(
  {
    id: String,
    photoId: String,
    jobId: String,
    /** Counts from 1; stacking order. */
    position: Number,
    operation: (value) => value as Patch['operation'],
    state: (value): PatchState => (value === 'applied' ? 'applied' : 'hidden'),
    overlayFileId: String,
    createdAt: Number,
    durationMilliseconds: Number,
    parameters: (value) => JSON.parse(String(value)) as Patch['parameters'],
    /** 1/10000 USD. */
    cost: optionalNumber,
    isPractice: toBoolean,
    runId: optionalText,
    /** Lowest first, without distant ones. */
    baseKeys: (value): readonly string[] => storedList(z.string(), value),
    blend: (value): PatchBlend | undefined => storedJson(patchBlendSchema, value),
    /** The unblended overlay, if `overlayFileId` is blended. */
    unblendedFileId: optionalText,
    lookedAt: Number,
  },
  {
    durationMilliseconds: 'duration_ms',
    baseKeys: 'base_patch_ids',
    blend: 'mix',
    unblendedFileId: 'unmixed_file_id',
  },
);

export interface PatchRow extends ReturnType<typeof readPatch> {
  readonly rect: Rect;
  readonly renderKey: string;
}

/** {@link renderKey} in SQL. */
const RENDER_KEY = sqlPart`id || coalesce('~' || mix_name, '')`;

export const PHOTO_COLUMNS = sqlPart`photos.*, (SELECT group_concat(render_key, ' ')
    FROM (SELECT ${RENDER_KEY} AS render_key FROM patches
      WHERE photo_id = photos.id AND state = 'applied' ORDER BY position)) AS render_keys`;

const readRect = createRowReader({ x: Number, y: Number, width: Number, height: Number });

export function toPatchRow(row: Row): PatchRow {
  const patch = readPatch(row);
  const key = renderKey(patch.id, optionalText(row['mix_name']));
  return { ...patch, rect: readRect(row), renderKey: key };
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
