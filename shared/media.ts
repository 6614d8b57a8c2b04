/**
 * Addresses of the media handler: the way on which bytes travel between renderer and backend, the
 * same under both hosts (`app://gesso/media/…`, `http://127.0.0.1:<port>/media/…`). Ids are opaque;
 * a path on disk never appears.
 */
import type { ClipPart } from './contract/clips.ts';
import type { PhotoPurpose } from './contract/photos.ts';
import type { Rect } from './geometry/rect.ts';
import type { OfferedFile } from './contract/training.ts';

export const MEDIA_PREFIX = '/media/';

/** GET: the bytes of a stored file, with ranges. */
export function fileUrl(fileId: string): string {
  return `${MEDIA_PREFIX}files/${fileId}`;
}

/** GET: a stored file that is the small picture of a photo; the photo is named for the context menu alone. */
export function thumbnailFileUrl(fileId: string, photoId: string): string {
  return `${fileUrl(fileId)}?photo=${encodeURIComponent(photoId)}`;
}

/** POST the bytes of a file that a call will name: answers with `uploadSchema` of the contract. */
export function uploadsUrl(): string {
  return `${MEDIA_PREFIX}uploads`;
}

/**
 * The address of a POST with a name for it, by which it can be taken back.
 *
 * @param isPlaced it has no body: the host has said where the file is
 */
export function namedUpload(url: string, upload: string, isPlaced: boolean): string {
  return `${url}${url.includes('?') ? '&' : '?'}upload=${upload}${isPlaced ? '&placed=1' : ''}`;
}

/** POST: an upload of this name is not to land, also when it comes later. */
export function cancelledUploadUrl(upload: string): string {
  return `${MEDIA_PREFIX}cancelled-uploads/${upload}`;
}

/**
 * POST the bytes of a picture: adds it to the library and answers with the `Photo`.
 *
 * @param purpose its purpose: `photoPurposeSchema` of the contract
 */
export function importUrl(name: string, purpose: PhotoPurpose = 'studio'): string {
  return `${MEDIA_PREFIX}import?name=${encodeURIComponent(name)}&purpose=${purpose}`;
}

/** POST the bytes of a picture that is meant as a mask: answers with a PNG, white where it is painted. */
export function maskPictureUrl(name: string): string {
  return `${MEDIA_PREFIX}mask-pictures?name=${encodeURIComponent(name)}`;
}

/** POST the bytes of a file for the training data: adds it to the list and answers with its id. */
export function trainingUrl(file: OfferedFile): string {
  const { name, folder, byteLength, modifiedAt } = file;
  const names = `name=${encodeURIComponent(name)}&folder=${encodeURIComponent(folder)}`;
  return `${MEDIA_PREFIX}training?${names}&byteLength=${byteLength}&modifiedAt=${modifiedAt}`;
}

/** POST the bytes of a file for a recipe's draft: adds it to the files of the run. */
export function recipeFileUrl(runId: string, file: OfferedFile): string {
  const { name, folder, byteLength, modifiedAt } = file;
  const names = `name=${encodeURIComponent(name)}&folder=${encodeURIComponent(folder)}`;
  return `${MEDIA_PREFIX}recipe-files/${runId}?${names}&byteLength=${byteLength}&modifiedAt=${modifiedAt}`;
}

/**
 * GET: a file of a recipe's run that is not in the library yet, as a small picture.
 *
 * @param look another one for another file: a draft gives the place of a dropped file to the next one
 */
export function recipeThumbnailUrl(runId: string, position: number, look: string): string {
  return `${MEDIA_PREFIX}recipe-thumbnails/${runId}?position=${position}&look=${look}`;
}

/** GET: a file that a recipe's run has written and that Gesso keeps, as a download. */
export function recipeSavedUrl(runId: string, position: number, step: number): string {
  return `${MEDIA_PREFIX}recipe-saved/${runId}?position=${position}&step=${step}`;
}

/** GET: a training file as a small picture. @param look another one for other content */
export function trainingThumbnailUrl(id: number, look: string): string {
  return `${MEDIA_PREFIX}training-thumbnails/${id}?look=${look}`;
}

/** GET: a training file as a larger picture. */
export function trainingPictureUrl(id: number): string {
  return `${MEDIA_PREFIX}training-pictures/${id}`;
}

/** GET: the undo steps of a photo's mask, in the form of `shared/mask/mask-history.ts`. */
export function maskHistoryUrl(photoId: string): string {
  return `${MEDIA_PREFIX}mask-history/${photoId}`;
}

/**
 * GET and PUT (changed tiles only): the painted mask of a photo, in the form of
 * `shared/mask/mask-tiles.ts`. PUT also takes an edit with its history, see `shared/mask/mask-edit.ts`.
 */
export function photoMaskUrl(photoId: string): string {
  return `${MEDIA_PREFIX}masks/${photoId}`;
}

/** GET: the mask that belongs to a result. */
export function patchMaskUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-masks/${patchId}`;
}

/** GET: how far a result's pixels are from its edge, in the form of `shared/mix/patch-weights.ts`. */
export function patchDepthUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-depths/${patchId}`;
}

/** GET: a sample itself, a JPEG. */
export function sampleFileUrl(sampleId: string): string {
  return `${MEDIA_PREFIX}sample-files/${sampleId}`;
}

/** GET: the small picture of a sample. */
export function sampleThumbnailUrl(sampleId: string): string {
  return `${MEDIA_PREFIX}samples/${sampleId}`;
}

/** GET: the mask that a run has taken. */
export function jobMaskUrl(jobId: string): string {
  return `${MEDIA_PREFIX}job-masks/${jobId}`;
}

/** GET: a result as a small picture. */
export function patchThumbnailUrl(patchId: string): string {
  return `${MEDIA_PREFIX}patch-thumbnails/${patchId}`;
}

/** GET: the result that a job laid over its photo, as a small picture. */
export function jobThumbnailUrl(jobId: string): string {
  return `${MEDIA_PREFIX}job-thumbnails/${jobId}`;
}

/**
 * GET: a photo with its results as a small picture.
 *
 * @param look names the results that are shown: another look is another address
 */
export function photoThumbnailUrl(photoId: string, look: string): string {
  return `${MEDIA_PREFIX}photo-thumbnails/${photoId}?look=${look}`;
}

/**
 * GET: a stored picture as a small one; of an animation its first frame.
 *
 * @param url as `fileUrl` gave it
 */
export function fileThumbnailUrl(url: string): string {
  return url.replace(`${MEDIA_PREFIX}files/`, `${MEDIA_PREFIX}file-thumbnails/`);
}

/** PUT a WebP or PNG: a small still of a clip that a job has brought. */
export function posterUrl(jobId: string, output: number): string {
  return `${MEDIA_PREFIX}posters/${jobId}.${output}`;
}

/**
 * POST a file that was made of a clip: it is saved as the user chooses, and the answer is a `SaveOutcome`.
 *
 * @param part see `CLIP_PARTS` of the contract; a `gif` comes as its frames, see `shared/clips/frame-pack.ts`
 * @param frames the first and the last one, counted from 0: part of the file's name
 */
export function clipPartUrl(
  jobId: string,
  output: number,
  part: ClipPart,
  frames: { readonly first: number; readonly last: number },
): string {
  const query = `part=${part}&first=${frames.first}&last=${frames.last}`;
  return `${MEDIA_PREFIX}clip-parts/${jobId}.${output}?${query}`;
}

/** GET: the newest picture of a task's work so far. @param number another for each picture */
export function previewUrl(jobId: string, number: number): string {
  return `${MEDIA_PREFIX}previews/${jobId}?number=${number}`;
}

/** GET: a picture on its way to the clipboard or into another program. */
export function outgoingUrl(id: string): string {
  return `${MEDIA_PREFIX}outgoing/${id}`;
}

/** GET: an enlarged picture with its finish, or the picture that was sent for it. */
export function upscalePictureUrl(id: string): string {
  return `${MEDIA_PREFIX}upscales/${id}`;
}

/** GET: the masks of all results that a photo shows, as one, in the form of `shared/mask/mask-tiles.ts`. */
export function cleanedMaskUrl(photoId: string): string {
  return `${MEDIA_PREFIX}cleaned-masks/${photoId}`;
}

/** GET: a part of a photo as a small picture, without results. @param rect photo space; `null` = all of it */
export function photoPartUrl(photoId: string, rect: Rect | null): string {
  const part = rect === null ? '' : `?rect=${rect.x},${rect.y},${rect.width},${rect.height}`;
  return `${MEDIA_PREFIX}photo-parts/${photoId}${part}`;
}

/**
 * GET: a result as it is laid over its picture when it is mixed: as large as its place, its colours matched.
 * `mix-bases` is the picture below, where the backend has to make it.
 */
export function mixPictureUrl(
  which: 'mix-layers' | 'mix-bases',
  jobId: string,
  output: number,
): string {
  return `${MEDIA_PREFIX}${which}/${jobId}.${output}`;
}

/**
 * GET: the photo with its faint spots brought out.
 *
 * @param look names the results that are shown, as with {@link photoThumbnailUrl}
 */
export function spotsViewUrl(photoId: string, sensitivity: number, look: string): string {
  return `${MEDIA_PREFIX}spots-views/${photoId}?sensitivity=${sensitivity}&look=${look}`;
}
