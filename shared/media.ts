/**
 * Both hosts have the same addresses (`app://gesso/media/…`, `http://127.0.0.1:<port>/media/…`).
 * Ids are opaque; paths on disk never appear.
 */
import type { ClipPart } from './contract/clips.ts';
import type { PhotoPurpose } from './contract/photos.ts';
import type { Rect } from './geometry/rect.ts';
import type { OfferedFile } from './contract/training.ts';

export const MEDIA_PREFIX = '/media/';

/** GET: a stored file, with ranges. */
export function fileUrl(fileId: string): string {
  return `${MEDIA_PREFIX}files/${fileId}`;
}

/** GET: a stored thumbnail of a photo, whose id is only for the context menu. */
export function thumbnailFileUrl(fileId: string, photoId: string): string {
  return `${fileUrl(fileId)}?photo=${encodeURIComponent(photoId)}`;
}

/** POST: uploads a file for a later call; answers with `uploadSchema` of the contract. */
export function uploadsUrl(): string {
  return `${MEDIA_PREFIX}uploads`;
}

/** Names a POST so that it can be cancelled. @param isPlaced no body, as the host knows the path */
export function namedUpload(url: string, upload: string, isPlaced: boolean): string {
  return `${url}${url.includes('?') ? '&' : '?'}upload=${upload}${isPlaced ? '&placed=1' : ''}`;
}

/** POST: cancels a named upload, even if it comes later. */
export function cancelledUploadUrl(upload: string): string {
  return `${MEDIA_PREFIX}cancelled-uploads/${upload}`;
}

/** POST: answers with the `Photo`. @param purpose one of `photoPurposeSchema` */
export function importUrl(name: string, purpose: PhotoPurpose = 'studio'): string {
  return `${MEDIA_PREFIX}import?name=${encodeURIComponent(name)}&purpose=${purpose}`;
}

/** POST: converts a picture to a mask; answers with a PNG, white where painted. */
export function maskPictureUrl(name: string): string {
  return `${MEDIA_PREFIX}mask-pictures?name=${encodeURIComponent(name)}`;
}

/** POST: adds a file to the training list and answers with its id. */
export function trainingUrl(file: OfferedFile): string {
  const { name, folder, byteLength, modifiedAt } = file;
  const names = `name=${encodeURIComponent(name)}&folder=${encodeURIComponent(folder)}`;
  return `${MEDIA_PREFIX}training?${names}&byteLength=${byteLength}&modifiedAt=${modifiedAt}`;
}

/** POST: adds a file to a recipe's draft. */
export function recipeFileUrl(runId: string, file: OfferedFile): string {
  const { name, folder, byteLength, modifiedAt } = file;
  const names = `name=${encodeURIComponent(name)}&folder=${encodeURIComponent(folder)}`;
  return `${MEDIA_PREFIX}recipe-files/${runId}?${names}&byteLength=${byteLength}&modifiedAt=${modifiedAt}`;
}

/** GET. @param look differs for each file, because a draft reuses positions */
export function recipeThumbnailUrl(runId: string, position: number, look: string): string {
  return `${MEDIA_PREFIX}recipe-thumbnails/${runId}?position=${position}&look=${look}`;
}

/** GET: downloads a file that a recipe's run has written and Gesso keeps. */
export function recipeSavedUrl(runId: string, position: number, step: number): string {
  return `${MEDIA_PREFIX}recipe-saved/${runId}?position=${position}&step=${step}`;
}

/** GET: thumbnail of a training file. @param look differs for other content */
export function trainingThumbnailUrl(id: number, look: string): string {
  return `${MEDIA_PREFIX}training-thumbnails/${id}?look=${look}`;
}

/** GET: larger picture of a training file. */
export function trainingPictureUrl(id: number): string {
  return `${MEDIA_PREFIX}training-pictures/${id}`;
}

/** GET: undo history of a photo's mask, in the format of `shared/mask/mask-history.ts`. */
export function maskHistoryUrl(photoId: string): string {
  return `${MEDIA_PREFIX}mask-history/${photoId}`;
}

/**
 * GET and PUT (changed tiles only), in the format of `shared/mask/mask-tiles.ts`. PUT also takes an
 * edit with its history, see `shared/mask/mask-edit.ts`.
 */
export function photoMaskUrl(photoId: string): string {
  return `${MEDIA_PREFIX}masks/${photoId}`;
}

/** GET: mask of a result. */
export function patchMaskUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-masks/${patchId}`;
}

/** GET: in the format of `shared/blend/patch-weights.ts`. */
export function patchDepthUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-depths/${patchId}`;
}

/** GET: a sample, as JPEG. */
export function sampleFileUrl(sampleId: string): string {
  return `${MEDIA_PREFIX}sample-files/${sampleId}`;
}

export function sampleThumbnailUrl(sampleId: string): string {
  return `${MEDIA_PREFIX}samples/${sampleId}`;
}

/** GET: the mask that a run has taken. */
export function jobMaskUrl(jobId: string): string {
  return `${MEDIA_PREFIX}job-masks/${jobId}`;
}

export function patchThumbnailUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-thumbnails/${patchId}`;
}

export function jobThumbnailUrl(jobId: string): string {
  return `${MEDIA_PREFIX}job-thumbnails/${jobId}`;
}

/** GET. @param look identifies the applied results, so that each combination has its own address */
export function photoThumbnailUrl(photoId: string, look: string): string {
  return `${MEDIA_PREFIX}photo-thumbnails/${photoId}?look=${look}`;
}

/** GET: the first frame of an animation. @param url from `fileUrl` */
export function fileThumbnailUrl(url: string): string {
  return url.replace(`${MEDIA_PREFIX}files/`, `${MEDIA_PREFIX}file-thumbnails/`);
}

/** PUT: a poster of a job's clip, WebP or PNG. */
export function posterUrl(jobId: string, output: number): string {
  return `${MEDIA_PREFIX}posters/${jobId}.${output}`;
}

/** @param part a `gif` comes as frames (`frame-pack.ts`) @param frames from 0, for the name */
export function clipPartUrl(
  jobId: string,
  output: number,
  part: ClipPart,
  frames: { readonly first: number; readonly last: number },
): string {
  const query = `part=${part}&first=${frames.first}&last=${frames.last}`;
  return `${MEDIA_PREFIX}clip-parts/${jobId}.${output}?${query}`;
}

/** GET: newest preview of a task. @param number differs for each picture */
export function previewUrl(jobId: string, number: number): string {
  return `${MEDIA_PREFIX}previews/${jobId}?number=${number}`;
}

/** GET: a picture for the clipboard or a drag. */
export function outgoingUrl(id: string): string {
  return `${MEDIA_PREFIX}outgoing/${id}`;
}

/** GET: an enlarged picture with its post-processing, or the sent picture. */
export function upscalePictureUrl(id: string): string {
  return `${MEDIA_PREFIX}upscales/${id}`;
}

/** GET: all applied results, in the format of `shared/mask/mask-tiles.ts`. */
export function cleanedMaskUrl(photoId: string): string {
  return `${MEDIA_PREFIX}cleaned-masks/${photoId}`;
}

/** GET: without results. @param rect photo space; `null` for all of it */
export function photoPartUrl(photoId: string, rect: Rect | null): string {
  const part = rect === null ? '' : `?rect=${rect.x},${rect.y},${rect.width},${rect.height}`;
  return `${MEDIA_PREFIX}photo-parts/${photoId}${part}`;
}

/** GET: matched in colour. `blend-bases` is the picture below, where the backend has to make it. */
export function blendPictureUrl(
  which: 'blend-layers' | 'blend-bases',
  jobId: string,
  output: number,
): string {
  return `${MEDIA_PREFIX}${which}/${jobId}.${output}`;
}

/** GET. @param look identifies the applied results, see {@link photoThumbnailUrl} */
export function spotsViewUrl(photoId: string, sensitivity: number, look: string): string {
  return `${MEDIA_PREFIX}spots-views/${photoId}?sensitivity=${sensitivity}&look=${look}`;
}
