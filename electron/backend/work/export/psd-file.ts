import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { rectOfSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import { applyPatches, type PatchPicture } from '../../vision/imaging/results/apply-patches.ts';
import { PICTURE_LIMITS } from '../../vision/imaging/reading/limits.ts';
import {
  readDensity,
  readPixels,
  readProfile,
  type PhotoSource,
  type RawPicture,
} from '../../vision/imaging/reading/photo-pixels.ts';
import { workerEntry } from '../../../workers/worker-entry.ts';
import type { ResultLayer } from './openraster-file.ts';
import type { DeepPsdPhoto } from './psd-deep-encoder.ts';
import type { PsdLayer, PsdPhoto, PsdPixels } from './psd-encoder.ts';

/** Longest side of a PSD, pixels (specification: file header). */
const PSD_MAX_SIDE = 30_000;

export interface PhotoWithResults {
  readonly name: string;
  readonly size: Size;
  readonly source: PhotoSource;
  readonly applied: readonly PatchPicture[];
  readonly results: readonly ResultLayer[];
}

type Report =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string };

/** @throws AppError `too-large` for a side above 30,000 pixels or 2 GB */
export async function writePsd(photo: PhotoWithResults, path: string): Promise<void> {
  requirePsdSize(photo.size);
  const { source } = photo;
  const below = await readPixels({ ...source, hasAlpha: true });
  const merged = {
    ...below,
    data: below.data instanceof Uint16Array ? below.data.slice() : Uint8Array.from(below.data),
  };
  await applyPatches(merged, rectOfSize(photo.size), photo.applied);
  const layers: PsdLayer[] = [];
  for (const { path: overlay, unblended, ...layer } of photo.results) {
    const pixels = await overlayPixels(unblended?.path ?? overlay, layer.rect);
    layers.push({ ...layer, pixels, opacity: unblended?.opacity ?? 1, mask: unblended?.weights });
  }
  const parts = {
    name: photo.name,
    size: photo.size,
    layers,
    profile: await readProfile(source),
    density: await readDensity(source),
  };
  await inWorker({ ...parts, ...pictures(below, merged) }, path);
}

function requirePsdSize({ width, height }: Size): void {
  if (Math.max(width, height) <= PSD_MAX_SIDE) return;
  throw new AppError(
    'too-large',
    `A PSD file can be at most ${formatNumber(PSD_MAX_SIDE)} pixels on a side. This photo is ${width} × ${height} pixels. Save it as OpenRaster or TIFF.`,
    { details: { width, height } },
  );
}

async function overlayPixels(path: string, { width, height }: Rect): Promise<PsdPixels> {
  const data = await sharp(path, { ignoreIcc: true, limitInputPixels: PICTURE_LIMITS.maxPixels })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, data };
}

function pictures(
  { width, height, data: photo }: RawPicture,
  { data: merged }: RawPicture,
): Pick<PsdPhoto, 'depth' | 'photo' | 'merged'> | Pick<DeepPsdPhoto, 'depth' | 'photo' | 'merged'> {
  if (photo instanceof Uint16Array && merged instanceof Uint16Array) {
    return {
      depth: 16,
      photo: { width, height, data: photo },
      merged: { width, height, data: merged },
    };
  }
  return {
    depth: 8,
    photo: { width, height, data: bytesOf(photo) },
    merged: { width, height, data: bytesOf(merged) },
  };
}

function bytesOf(data: Uint8Array | Uint16Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

async function inWorker(photo: PsdPhoto | DeepPsdPhoto, path: string): Promise<void> {
  const worker = new Worker(workerEntry('./psd-worker', import.meta.url), {
    workerData: { photo, path },
  });
  const report = await new Promise<Report>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The worker ended without an answer.')));
  });
  if (report.kind === 'failed') throw psdError(report);
}

/** Keeps file system errors, for which the host has messages. */
function psdError({ code, message }: Extract<Report, { kind: 'failed' }>): Error {
  if (code !== undefined) return Object.assign(new Error(message), { code });
  // The only failure of the encoder itself is a buffer above the maximum size.
  return new AppError(
    'too-large',
    'This photo with its results is too large for a PSD file. Save it as OpenRaster.',
    { details: { message } },
  );
}
