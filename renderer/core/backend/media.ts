/** Requests to the media handler. */
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
 * Adds a picture to the library. The size is checked here as well, because Electron holds the whole
 * body in memory before the backend sees the first byte.
 * @param purpose the Studio unless given
 * @throws AppError `too-large`, other errors of the backend, or `unreachable`
 */
export async function importPicture(file: File, purpose?: PhotoPurpose): Promise<Photo> {
  requireFileSize(file.name, file.size);
  const response = await send(importUrl(file.name, purpose), file);
  return photoSchema.parse(await response.json());
}

/**
 * Adds a file to the training list.
 * @throws AppError `too-large`, other errors of the backend, or `unreachable`
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
 * Streams a file to a recipe's run.
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

export async function loadMask(
  url: string,
  signal?: AbortSignal,
): Promise<readonly PackedMaskTile[]> {
  const response = await request(url, signal === undefined ? {} : { signal });
  return decodeMaskTiles(new Uint8Array(await response.arrayBuffer()));
}

/**
 * Reads a picture file as a mask, in any format of photos.
 * @returns a PNG, white where painted
 * @throws AppError `invalid-input` for an empty mask, or as {@link importPicture}
 */
export async function readMaskFile(file: File): Promise<Blob> {
  requireFileSize(file.name, file.size);
  return await (await send(maskPictureUrl(file.name), file)).blob();
}

export async function loadBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(url, {})).arrayBuffer());
}

/** Saves changed tiles of a photo's mask, and what changed in its history. */
export async function saveMask(
  url: string,
  tiles: readonly PackedMaskTile[],
  history?: MaskHistory,
): Promise<void> {
  const parts =
    history === undefined ? [encodeMaskTiles(tiles)] : encodeMaskEdit({ tiles, history });
  // a blob is sent without delaying the next stroke
  await request(url, { method: 'PUT', body: new Blob(parts) });
}

export async function loadMaskHistory(photoId: string, signal: AbortSignal): Promise<MaskHistory> {
  const response = await request(maskHistoryUrl(photoId), { signal });
  return decodeMaskHistory(new Uint8Array(await response.arrayBuffer()));
}

/** Whether the address serves this file itself rather than a picture made from it. */
export async function hasSameBytes(file: File, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { headers } = await fetch(url, { method: 'HEAD', signal });
    return headers.get('content-length') === String(file.size);
  } catch {
    return false; // loading the picture reports the error
  }
}
