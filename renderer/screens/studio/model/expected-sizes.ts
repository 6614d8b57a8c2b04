import { count, formatBytes } from '../../../core/ui/format.ts';
import type { PhotoToSave } from './studio-store.ts';

/** Maximum of files made; the rest is estimated from these. */
const MEASURED = 12;

/** `undefined` if the file cannot be made. */
export interface MeasuredPhoto {
  readonly photo: PhotoToSave;
  readonly bytes: number | undefined;
}

/** Returns all photos, or some spread evenly. */
export function photosToMeasure(photos: readonly PhotoToSave[]): readonly PhotoToSave[] {
  if (photos.length <= MEASURED) return photos;
  const step = photos.length / MEASURED;
  return Array.from({ length: MEASURED }, (_none, index) => Math.floor((index + 0.5) * step))
    .map((place) => photos[place])
    .filter((photo) => photo !== undefined);
}

/** @param measured those known so far */
export function describeSizes(
  photos: readonly PhotoToSave[],
  measured: readonly MeasuredPhoto[],
): string {
  const known = measured.filter(({ bytes }) => bytes !== undefined);
  const bytes = sum(known, (each) => each.bytes ?? 0);
  const wanted = photosToMeasure(photos).length;
  const isEstimate = wanted < photos.length;
  if (measured.length < wanted) {
    const soFar = `${measured.length} of ${wanted} files measured`;
    return measured.length === 0 || isEstimate
      ? `Size of all files: … (${soFar})`
      : `Size of all files: ${formatBytes(bytes)} so far (${soFar})`;
  }
  const failed = measured.length - known.length;
  const lacking = failed === 0 ? '' : `, without ${count(failed, 'photo')} that can’t be saved`;
  if (known.length === 0) return 'Size of all files: unknown. None can be made.';
  if (!isEstimate) return `Size of all files: ${formatBytes(bytes)}${lacking}`;
  return `Size of all files: about ${formatBytes(estimated(photos, known, bytes))} (estimated from ${known.length})`;
}

/** Scales bytes by pixels; a photo of unknown size counts as the mean. */
function estimated(
  photos: readonly PhotoToSave[],
  known: readonly MeasuredPhoto[],
  bytes: number,
): number {
  const sized = photos.filter(({ pixels }) => pixels !== undefined);
  const mean = sized.length === 0 ? 1 : sum(sized, ({ pixels = 0 }) => pixels) / sized.length;
  const weigh = (photo: PhotoToSave): number => photo.pixels ?? mean;
  const share = sum(known, ({ photo }) => weigh(photo)) / sum(photos, weigh);
  return Math.round(bytes / share);
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
