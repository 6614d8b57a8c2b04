/** Pictures that a job sends: parts of photos, frozen when the job is planned. */
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type {
  PictureReference,
  StartableRequest,
} from '../../../../../shared/contract/job-requests.ts';
import { requirePicture, type PictureLimits } from '../../../../../shared/api/request-check.ts';
import { AppError, invalidInput } from '../../../../../shared/errors/app-error.ts';
import {
  isEmptyRect,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../../shared/geometry/rect.ts';
import type { PreparedCrop } from '../../../../../shared/geometry/prepared-crop.ts';
import type { Preparation } from '../../../../../shared/geometry/working-frame.ts';
import type { PatchPicture } from '../../../vision/imaging/results/apply-patches.ts';
import type { PhotoSource } from '../../../vision/imaging/reading/photo-pixels.ts';
import { writeBorderedPicture } from '../../../vision/imaging/sent/bordered-picture.ts';
import { writePaddedPicture } from '../../../vision/imaging/sent/padded-picture.ts';
import { encodeRegion } from '../../../vision/imaging/sent/region-picture.ts';
import { withDamageReport } from '../../../library/damage-report.ts';
import { byteSourceOfFile, type ByteSource } from '../../../service/client/index.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';

interface PlannedPicture {
  readonly photoId: string;
  readonly photoName: string;
  readonly rect: Rect;
  readonly patchIds: readonly string[];
  /** Render keys of these results. */
  readonly renderKeys: readonly string[];
  /** Same id, same bytes. */
  readonly originalFileId: string;
}

/** Free disk space required before sending. */
const SPACE = { atLeastBytes: 50_000_000, bytesPerPixel: 12 } as const;

/** @throws AppError `not-found`, `invalid-input` if the part is outside the photo */
export function planPicture(deps: JobDeps, reference: PictureReference): PlannedPicture {
  const photo = deps.photos.row(reference.photoId);
  const rect = reference.rect ?? rectOfSize(photo);
  requireInside(rect, photo);
  const patchIds = reference.isOriginal === true ? [] : deps.patches.appliedIds(reference.photoId);
  return {
    photoId: reference.photoId,
    photoName: photo.name,
    rect,
    patchIds,
    renderKeys: deps.patches.renderKeysOf(patchIds),
    originalFileId: photo.originalFileId,
  };
}

/** The file size is checked after encoding. @throws AppError `too-large` */
export function requirePixels(name: string, { rect }: PlannedPicture, limits: PictureLimits): void {
  const { width, height } = rect;
  requirePicture(name, { byteLength: 1, size: { width, height } }, limits);
}

/** @param profile parameters that affect the duration */
export function planJob(
  request: StartableRequest,
  pictures: readonly [PlannedPicture, ...PlannedPicture[]],
  connection: JobConnection,
  profile: string,
): NewJob {
  const [main] = pictures;
  const contents = pictures.map((each) => [each.originalFileId, each.rect, each.renderKeys]);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request, contents, connection.baseUrl]))
    .digest('hex');
  return {
    request,
    profile,
    subject: { photoId: main.photoId, photoName: main.photoName, region: main.rect },
    connectionId: connection.id,
    connectionName: connection.name,
    requestHash,
    patchIds: pictures.map(({ patchIds }) => patchIds),
  };
}

/** Uses the results of the plan. The file exists until it is sent. */
async function writeSent(
  deps: JobDeps,
  job: StoredJob,
  { photoId, rect }: PictureReference,
  index: number,
  write: (
    path: string,
    source: PhotoSource,
    rect: Rect,
    patches: readonly PatchPicture[],
  ) => Promise<unknown>,
): Promise<ByteSource> {
  const path = deps.answers.sentPath(job.id, index);
  await withDamageReport(deps, photoId, async () =>
    write(
      path,
      deps.photos.source(photoId),
      rect ?? rectOfSize(deps.photos.row(photoId)),
      deps.patches.pictures(job.patchIds[index] ?? []),
    ),
  );
  return byteSourceOfFile(path);
}

/** @param maxBytes limit of the service @param size in pixels, if scaled down */
export function encodePicture(
  deps: JobDeps,
  job: StoredJob,
  reference: PictureReference,
  index: number,
  maxBytes: number,
  size?: Size,
): Promise<ByteSource> {
  return writeSent(deps, job, reference, index, (...picture) =>
    encodeRegion(...picture, maxBytes, size),
  );
}

export function padPicture(
  deps: JobDeps,
  job: StoredJob,
  reference: PictureReference,
  padding: NonNullable<Preparation['padding']>,
): Promise<ByteSource> {
  return writeSent(deps, job, reference, 0, (...picture) =>
    writePaddedPicture(...picture, padding),
  );
}

export function borderPicture(
  deps: JobDeps,
  job: StoredJob,
  reference: PictureReference,
  index: number,
  prepared: PreparedCrop,
): Promise<ByteSource> {
  return writeSent(deps, job, reference, index, (...picture) =>
    writeBorderedPicture(...picture, prepared),
  );
}

/** @throws AppError `disk-full` if an answer of this many pixels would not fit */
export async function requireRoom(folder: string, pixels: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = SPACE.atLeastBytes + pixels * SPACE.bytesPerPixel;
  if (bavail * bsize >= needed) return;
  throw new AppError(
    'disk-full',
    `Only ${Math.floor((bavail * bsize) / 1e6)} MB are free on the disk with Gesso’s data folder, and the result may need ${Math.ceil(needed / 1e6)} MB. Nothing was sent. Free some space and run it again.`,
    { action: 'retry' },
  );
}

function requireInside(rect: Rect, photo: Size): void {
  const isInside =
    rect.x >= 0 &&
    rect.y >= 0 &&
    rect.x + rect.width <= photo.width &&
    rect.y + rect.height <= photo.height;
  if (isInside && !isEmptyRect(rect)) return;
  throw invalidInput(
    `The selected area reaches outside the photo (${photo.width} × ${photo.height} pixels). Select it again.`,
  );
}
