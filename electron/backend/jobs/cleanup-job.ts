/** What a clean-up is made of: the request from a photo and its mask, the result from an answer. */
import { createHash } from 'node:crypto';
import { open, statfs } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { SNIFF_BYTES, sniffImageType } from '../../../shared/api/cleanup.ts';
import { LIMITS } from '../../../shared/api/limits.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { planRegion } from '../../../shared/geometry/region.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  type PackedMaskTile,
} from '../../../shared/mask/mask-tiles.ts';
import { encodeMaskPng, maskBounds, maskPixels } from '../imaging/mask-picture.ts';
import { readProfile } from '../imaging/photo-pixels.ts';
import { buildOverlay, encodeRegion } from '../imaging/region-picture.ts';
import { transaction } from '../library/database.ts';
import type { FileStore } from '../library/file-store.ts';
import type { MaskStore } from '../library/mask-store.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import { byteSourceOfBytes, type CleanupRequest } from '../service/index.ts';
import type { Answers } from './answers.ts';
import type { JobChange, JobStore, NewJob, StoredJob } from './job-store.ts';

/** What the steps of a clean-up work on. */
export interface CleanupParts {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly files: FileStore;
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly masks: MaskStore;
  readonly jobs: JobStore;
  readonly answers: Answers;
}

/** Free space that must be there before a paid request leaves: answer, overlay and their copies. */
const SPACE = { atLeastBytes: 50_000_000, bytesPerPixel: 12 } as const;

/** Where a job goes. */
export interface JobConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

/**
 * The job for a mask on a photo as it looks now.
 *
 * @throws AppError `empty-mask`, `too-large`, `not-found`
 */
export function planCleanup(
  parts: CleanupParts,
  photoId: string,
  tiles: readonly PackedMaskTile[],
  connection: JobConnection,
): NewJob {
  const photo = parts.photos.row(photoId);
  const region = planRegion(maskBounds(tiles), photo);
  const mask = encodeMaskTiles(tiles);
  const requestHash = createHash('sha256')
    .update(
      JSON.stringify([
        'cleanup',
        photo.originalFileId,
        parts.patches.appliedIds(photoId),
        region,
        connection.baseUrl,
      ]),
    )
    .update(mask)
    .digest('hex');
  return {
    photoId,
    photoName: photo.name,
    connectionId: connection.id,
    connectionName: connection.name,
    requestHash,
    region,
    mask,
  };
}

/**
 * Records a job and takes its mask out of the painted one, in one step: from now on the pixels
 * belong to the run, and painting can go on.
 */
export function startCleanup(parts: CleanupParts, planned: NewJob): StoredJob {
  return transaction(parts.database, () => {
    parts.masks.subtract(planned.photoId, decodeMaskTiles(planned.mask));
    return parts.jobs.add(planned);
  });
}

/** An identical request is under way already: the painted pixels are its own and are taken, too. */
export function joinCleanup(parts: CleanupParts, planned: NewJob): void {
  transaction(parts.database, () => {
    parts.masks.subtract(planned.photoId, decodeMaskTiles(planned.mask));
  });
}

/** Records that a job came to nothing and gives its mask back, in one step. */
export function endCleanup(parts: CleanupParts, job: StoredJob, change: JobChange): StoredJob {
  return transaction(parts.database, () => {
    if (parts.photos.exists(job.photoId)) {
      parts.masks.unite(job.photoId, decodeMaskTiles(job.mask));
    }
    return parts.jobs.update(job.id, change);
  });
}

/** Takes a job up again whose answer is here already; its mask is taken out of the painted one again. */
export function resumeCleanup(parts: CleanupParts, job: StoredJob): StoredJob {
  return transaction(parts.database, () => {
    parts.masks.subtract(job.photoId, decodeMaskTiles(job.mask));
    return parts.jobs.update(job.id, { state: 'downloading' });
  });
}

/**
 * The request of a job: region and mask as they are sent.
 *
 * @throws AppError `disk-full` when the answer would not find room, `damaged-file` …
 */
export async function prepareCleanup(parts: CleanupParts, job: StoredJob): Promise<CleanupRequest> {
  await requireSpace(parts.folder, job.region.width * job.region.height);
  const source = parts.photos.source(job.photoId);
  const { width, height } = job.region;
  const image = await encodeRegion(
    source,
    job.region,
    parts.patches.applied(job.photoId),
    LIMITS.cleanup.maxFileBytes,
  );
  const pixels = maskPixels(decodeMaskTiles(job.mask), job.region);
  const mask = await encodeMaskPng(pixels, width, height);
  return { image: byteSourceOfBytes(image), mask: byteSourceOfBytes(mask), responseType: 'png' };
}

/**
 * Turns the answer of a job into a result on its photo and records both in one transaction.
 * May be repeated after any interruption; the answer itself stays, see `Answers.forget`.
 *
 * @throws AppError `bad-answer` (the answer is kept), `disk-full`
 */
export async function finishCleanup(parts: CleanupParts, job: StoredJob): Promise<StoredJob> {
  const answerPath = parts.answers.path(job.id);
  const tiles = decodeMaskTiles(job.mask);
  const bounds = maskBounds(tiles);
  const source = parts.photos.source(job.photoId);
  const overlay = await buildOverlay(
    answerPath,
    job.region,
    maskPixels(tiles, job.region),
    bounds,
    await readProfile(source),
  );
  const stagedOverlay = await parts.files.stage(byteSourceOfBytes(overlay).open());
  const overlayFile = await parts.files.commit(stagedOverlay, 'image/png');
  const answerFile = await parts.answers.store(job.id, await answerMediaType(answerPath));
  const endedAt = Date.now();
  return transaction(parts.database, () => {
    parts.patches.add({
      photoId: job.photoId,
      jobId: job.id,
      rect: bounds,
      overlayFileId: overlayFile.id,
      answerFileId: answerFile.id,
      mask: job.mask,
      durationMilliseconds: Math.max(0, endedAt - (job.submittedAt ?? endedAt)),
    });
    return parts.jobs.update(job.id, { state: 'done', endedAt, answerFileId: answerFile.id });
  });
}

/** Stores an answer that cannot be used, so that nothing paid for is lost. @returns the file's id */
export async function keepAnswer(parts: CleanupParts, job: StoredJob): Promise<string> {
  const type = await answerMediaType(parts.answers.path(job.id));
  const file = await parts.answers.store(job.id, type);
  return file.id;
}

async function answerMediaType(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const type = sniffImageType(buffer.subarray(0, bytesRead));
    return type === undefined ? 'application/octet-stream' : `image/${type}`;
  } finally {
    await handle.close();
  }
}

async function requireSpace(folder: string, pixels: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = SPACE.atLeastBytes + pixels * SPACE.bytesPerPixel;
  if (bavail * bsize >= needed) return;
  throw new AppError({
    kind: 'disk-full',
    message: `The disk with Gesso's data folder has only ${Math.floor((bavail * bsize) / 1e6)} MB left; the result may need ${Math.ceil(needed / 1e6)} MB. Nothing was sent. Free some space and run it again.`,
    action: 'retry',
  });
}
