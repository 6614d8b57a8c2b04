/** Bytes from and to the media handler. */
import { photoSchema, type Photo, type PhotoPurpose } from '../../../shared/contract/photos.ts';
import type { OfferedFile } from '../../../shared/contract/training.ts';
import { requireFileSize } from '../../../shared/files/file-size.ts';
import { encodeMaskEdit } from '../../../shared/mask/mask-edit.ts';
import { decodeMaskHistory, type MaskHistory } from '../../../shared/mask/mask-history.ts';
import {
  decodeMaskTiles,
  encodeMaskTiles,
  type PackedMaskTile,
} from '../../../shared/mask/mask-tiles.ts';
import {
  importUrl,
  maskHistoryUrl,
  maskPictureUrl,
  recipeFileUrl,
  trainingUrl,
} from '../../../shared/media.ts';
import { request, send } from './requests.ts';

/**
 * Adds a picture to the library. The size is checked here as well: Electron holds the whole body in
 * memory before the backend sees the first byte.
 *
 * @param purpose the studio unless given
 * @throws AppError `too-large`, as the backend says, or `unreachable`
 */
export async function importPicture(file: File, purpose?: PhotoPurpose): Promise<Photo> {
  requireFileSize(file.name, file.size);
  const response = await send(importUrl(file.name, purpose), file);
  return photoSchema.parse(await response.json());
}

/**
 * Adds a file to the list for the training data.
 *
 * @throws AppError `too-large`, as the backend says, or `unreachable`
 */
export async function addTrainingFile(
  file: File,
  described: OfferedFile,
  signal: AbortSignal,
): Promise<void> {
  requireFileSize(file.name, file.size);
  await send(trainingUrl(described), file, signal);
}

/**
 * Hands a file over to a recipe's run; the bytes are streamed.
 *
 * @throws AppError as {@link addTrainingFile}
 */
export async function addRecipeFile(
  runId: string,
  file: File,
  described: OfferedFile,
  signal: AbortSignal,
): Promise<void> {
  requireFileSize(file.name, file.size);
  await send(recipeFileUrl(runId, described), file, signal);
}

/** The tiles of a mask. */
export async function loadMask(
  url: string,
  signal?: AbortSignal,
): Promise<readonly PackedMaskTile[]> {
  const response = await request(url, signal === undefined ? {} : { signal });
  return decodeMaskTiles(new Uint8Array(await response.arrayBuffer()));
}

/**
 * A picture file of any kind that photos may have, as a mask.
 *
 * @returns a PNG, white where it is painted
 * @throws AppError `invalid-input` for a mask in which nothing is painted, or as {@link importPicture}
 */
export async function readMaskFile(file: File): Promise<Blob> {
  requireFileSize(file.name, file.size);
  return await (await send(maskPictureUrl(file.name), file)).blob();
}

/** Everything at an address. */
export async function loadBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(url, {})).arrayBuffer());
}

/** Saves changed tiles of a photo's mask, and the change of its history. */
export async function saveMask(
  url: string,
  tiles: readonly PackedMaskTile[],
  history?: MaskHistory,
): Promise<void> {
  const body = history === undefined ? encodeMaskTiles(tiles) : encodeMaskEdit({ tiles, history });
  // as a blob: its bytes leave without holding up the next stroke
  await request(url, { method: 'PUT', body: new Blob([body]) });
}

/** The history of a photo's mask. */
export async function loadMaskHistory(photoId: string, signal: AbortSignal): Promise<MaskHistory> {
  const response = await request(maskHistoryUrl(photoId), { signal });
  return decodeMaskHistory(new Uint8Array(await response.arrayBuffer()));
}

/** Whether an address serves the chosen file itself and not a picture made from it. */
export async function hasSameBytes(file: File, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { headers } = await fetch(url, { method: 'HEAD', signal });
    return headers.get('content-length') === String(file.size);
  } catch {
    return false; // loading the picture itself reports the error
  }
}
