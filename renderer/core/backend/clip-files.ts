/** Sends the backend files that the window made from clips. */
import { saveOutcomeSchema, type SaveOutcome } from '../../../shared/contract/export.ts';
import type { ClipPart } from '../../../shared/contract/clips.ts';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import { clipPartUrl, posterUrl } from '../../../shared/media.ts';
import { request } from './requests.ts';

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
