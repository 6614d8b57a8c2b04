/**
 * Requests to the media handler. Uploads have a name, by which they can be cancelled. In Gesso's
 * own window, large files are sent by path, which the preload tells the program and the page never
 * learns.
 */
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
  sampleFileUrl,
  trainingUrl,
  cancelledUploadUrl,
  namedUpload,
  uploadsUrl,
  clipPartUrl,
  posterUrl,
} from '../../../shared/media.ts';
import { appErrorSchema, uploadSchema } from '../../../shared/contract/common.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { hasOwnWindow } from './transport.ts';
import type { z } from 'zod';
import { saveOutcomeSchema, type SaveOutcome } from '../../../shared/contract/export.ts';
import type { ClipPart } from '../../../shared/contract/clips.ts';
import type { OutputReference } from '../../../shared/contract/jobs.ts';

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

/** Streams a file to a recipe's run. @throws AppError as {@link addTrainingFile} */
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

/** Reads a bundled photograph. @throws AppError */
export async function loadSample(sampleId: string): Promise<File> {
  const answer = await request(sampleFileUrl(sampleId), {});
  return new File([await answer.blob()], `${sampleId}.jpg`, { type: 'image/jpeg' });
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

/** Bytes from which files are sent by path, since Electron would hold them in memory twice. */
const LARGE = 16_000_000;

/** Types of messages that the preload knows (`electron/host/port-messages.ts`). */
const UPLOAD_TYPE = 'gesso:upload';
const UPLOAD_PLACED_TYPE = 'gesso:upload-placed';

/**
 * @returns the answer to the POST
 * @throws AppError `unsupported-file` for an empty file, other errors of the backend, or
 * `unreachable`; the signal's reason
 */
async function send(url: string, file: Blob, signal?: AbortSignal): Promise<Response> {
  if (file.size === 0) throw emptyFile(file);
  const upload = crypto.randomUUID();
  const isLarge = file instanceof File && file.size >= LARGE;
  const isPlaced = isLarge && hasOwnWindow() && (await place(file, upload));
  signal?.throwIfAborted();
  // under Electron, the program does not learn that a request was aborted
  const takeBack = () =>
    void request(cancelledUploadUrl(upload), { method: 'POST' }).catch(() => undefined); // without a backend there is no upload left
  signal?.addEventListener('abort', takeBack);
  try {
    return await request(namedUpload(url, upload, isPlaced), {
      method: 'POST',
      ...(isPlaced ? {} : { body: file }),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    signal?.removeEventListener('abort', takeBack);
  }
}

function emptyFile(file: Blob): AppError {
  const name = file instanceof File ? `“${file.name}”` : 'The file';
  return new AppError(
    'unsupported-file',
    `${name} is empty (0 bytes). Copy or download it again.`,
    { action: 'choose-other-file' },
  );
}

/** @returns false for a file that is not on the disk, such as a pasted picture */
function place(file: File, upload: string): Promise<boolean> {
  return new Promise((resolve) => {
    const listeners = new AbortController();
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<unknown>) => {
        if (source !== window || typeof data !== 'object' || data === null) return;
        if (!('type' in data) || data.type !== UPLOAD_PLACED_TYPE) return;
        if (!('upload' in data) || data.upload !== upload) return;
        listeners.abort();
        resolve('isPlaced' in data && data.isPlaced === true);
      },
      { signal: listeners.signal },
    );
    window.postMessage({ type: UPLOAD_TYPE, upload, files: [file] }, location.origin);
  });
}

/** @throws AppError of the backend, or `unreachable` */
async function request(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new AppError(
      'unreachable',
      'Connection to Gesso lost. Check that the program is still running.',
      { action: 'retry', cause: error },
    );
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = appErrorSchema.safeParse(
    typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined,
  );
  throw AppError.of(
    parsed.success
      ? parsed.data
      : {
          kind: 'unexpected',
          message: 'Gesso did not respond as expected. Try again.',
          details: { status: response.status },
        },
  );
}

/**
 * Uploads a file that belongs to a call, so that the line to the backend stays free.
 * @returns what the call sends in the file's place, once
 * @throws AppError `too-large`, `disk-full`, `unreachable`; the signal's reason
 */
export async function uploadFile(
  file: Blob,
  signal?: AbortSignal,
): Promise<z.infer<typeof uploadSchema>> {
  const response = await send(uploadsUrl(), file, signal);
  return uploadSchema.parse(await response.json());
}

/** Saves a file where the user wants it. @throws AppError */
export async function saveClipPart(
  { jobId, output }: OutputReference,
  part: ClipPart,
  frames: { readonly first: number; readonly last: number },
  file: Blob,
): Promise<SaveOutcome> {
  const response = await request(clipPartUrl(jobId, output, part, frames), {
    method: 'POST',
    body: file,
  });
  return saveOutcomeSchema.parse(await response.json());
}

/** Stores the poster of a clip. @throws AppError */
export async function putPoster({ jobId, output }: OutputReference, still: Blob): Promise<void> {
  await request(posterUrl(jobId, output), { method: 'PUT', body: still });
}
