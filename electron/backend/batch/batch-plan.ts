/** The plan of a batch: the work for each photo, the sums, and the photos that are left out. */
import { setImmediate as turn } from 'node:timers/promises';
import type { BatchPlan, BatchRequest, LeftOutPhoto } from '../../../shared/contract/batch.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { reducedSize } from '../../../shared/geometry/text-tiles.ts';
import { hasSameShape } from '../../../shared/geometry/same-shape.ts';
import { scaleMask } from '../../../shared/mask/mask-scale.ts';
import { isPractice } from '../connections/practice-id.ts';
import type { BatchDoor, BatchWork } from '../jobs/starting/batch-door.ts';
import type { JobConnection } from '../jobs/job-parts.ts';
import type { MaskStore } from '../library/mask-store.ts';
import type { PhotoRow } from '../library/photo-rows.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { BatchMask, BatchParameters, NewBatch, StoredBatch } from './batch-store.ts';

/** A batch that could start. */
export interface PlannedBatch {
  readonly plan: BatchPlan;
  readonly photos: NewBatch['photos'];
  readonly mask: BatchMask | undefined;
}

/** The work for photo after photo. */
export type WorkFor = (photo: PhotoRow) => BatchWork;

/**
 * @param mask of a batch with the same mask for all
 * @returns the work for a photo; throws an AppError `invalid-input` for a photo of another shape
 */
export function createWorkFor(
  operation: StoredBatch['operation'],
  parameters: Omit<BatchParameters, 'stored'>,
  mask: BatchMask | undefined,
): WorkFor {
  const { isReduced, margin, matchColors } = parameters;
  if (operation === 'remove-text') return () => ({ kind: 'remove-text', isReduced });
  /** Most photos of a series have the same size: scaled once. */
  let scaled: { readonly size: Size; readonly tiles: BatchMask['tiles'] } | undefined;
  return (photo) => {
    if (mask === undefined) throw new Error('A batch with the same mask for all has none.');
    requireShape(photo, mask.size);
    const { width, height } = photo;
    if (scaled?.size.width !== width || scaled.size.height !== height) {
      const size = { width, height };
      scaled = { size, tiles: scaleMask(mask.tiles, mask.size, size) };
    }
    return { kind: 'cleanup', tiles: scaled.tiles, edge: { margin, matchColors } };
  };
}

/**
 * Plans every photo; other work gets its turn between two photos.
 *
 * @throws AppError `empty-mask`, `not-found` when the photo with the mask is gone
 */
export async function planBatch(
  parts: {
    readonly photos: PhotoStore;
    readonly masks: MaskStore;
    readonly door: BatchDoor;
  },
  request: BatchRequest,
  settings: Pick<Settings, 'margin' | 'matchColors'>,
  connection: JobConnection,
): Promise<PlannedBatch> {
  const { photos, door } = parts;
  const { margin, matchColors } = settings;
  const isReduced = request.operation === 'remove-text' && request.detail === 'reduced';
  const mask = request.operation === 'same-mask' ? readMask(parts, request.maskPhotoId) : undefined;
  const workFor = createWorkFor(request.operation, { isReduced, margin, matchColors }, mask);
  const taken: NewBatch['photos'][number][] = [];
  const leftOut: LeftOutPhoto[] = [];
  const sum = {
    calls: 0,
    storedCalls: 0,
    pixels: 0,
    cost: optional(0),
    costWithStored: optional(0),
  };
  for (const photoId of new Set(request.photoIds)) {
    await turn();
    try {
      const photo = photos.row(photoId);
      const work = workFor(photo);
      const planned = door.plan(photoId, work, connection);
      const { calls, cost, costWithStored } = door.describe(planned);
      taken.push({ photoId, photoName: photo.name, calls: calls.length });
      sum.calls += calls.length;
      sum.storedCalls += calls.filter(({ stored }) => stored !== undefined).length;
      sum.cost = add(sum.cost, cost);
      sum.costWithStored = add(sum.costWithStored, costWithStored);
      for (const { region } of calls) {
        const { width, height } = isReduced ? reducedSize(region) : region;
        sum.pixels += width * height;
      }
    } catch (thrown) {
      leftOut.push({ photoId, reason: reasonOf(toAppError(thrown)) });
    }
  }
  const free = isPractice(connection.id);
  const costs = free ? { cost: undefined, costWithStored: undefined } : {};
  const plan = { photos: taken.length, ...sum, ...costs, isPractice: free, leftOut };
  return { plan, photos: taken, mask };
}

function readMask(
  { photos, masks }: { readonly photos: PhotoStore; readonly masks: MaskStore },
  photoId: string,
): BatchMask {
  const { name, width, height } = photos.row(photoId);
  const tiles = masks.read(photoId).filter(({ bits }) => bits !== undefined);
  if (tiles.length > 0) return { tiles, size: { width, height } };
  throw new AppError({
    kind: 'empty-mask',
    message: `Nothing is painted on “${name}” yet. Paint a mask to apply to all photos.`,
  });
}

function requireShape(photo: PhotoRow, painted: Size): void {
  if (hasSameShape(photo, painted)) return;
  throw new AppError({
    kind: 'invalid-input',
    message: `“${photo.name}” (${photo.width} × ${photo.height}) does not have the shape of the mask (${painted.width} × ${painted.height}).`,
  });
}

function reasonOf(error: AppError): string {
  if (error.kind !== 'empty-mask') return error.message;
  return 'The mask is too small to show at the size of this photo.';
}

function optional(value: number): number | undefined {
  return value;
}

function add(sum: number | undefined, value: number | undefined): number | undefined {
  return sum === undefined || value === undefined ? undefined : sum + value;
}
