/** Finds by elimination from earlier runs in which picture the service detects no face. */
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { isSamePart, cropsOf, type FaceSlot } from './part.ts';

const NO_FACE = 'IMAGE_NO_FACE_DETECTED';

export function isNoFace({ state, error }: Pick<Job, 'state' | 'error'>): boolean {
  return state === 'failed' && error?.details?.['reason'] === NO_FACE;
}

export function isStillThere(failed: Job, place: FaceSlot, photoId: string | undefined): boolean {
  return partsOfJob(failed)?.[place].photoId === photoId;
}

/** A picture that succeeded before is not to blame. @returns `undefined` if it could be either */
export function blamed(failed: Job, jobs: Iterable<Job>): FaceSlot | undefined {
  const parts = partsOfJob(failed);
  if (parts === undefined) return undefined;
  const named = namedBy(failed);
  if (named !== undefined) return named;
  const seen = { face: false, picture: false };
  for (const job of jobs) {
    const others = job.state === 'done' ? partsOfJob(job) : undefined;
    if (others === undefined) continue;
    for (const place of ['face', 'picture'] as const) {
      const isKnown =
        isSamePart(parts[place], others.face) || isSamePart(parts[place], others.picture);
      if (isKnown) seen[place] = true;
    }
  }
  if (seen.face === seen.picture) return undefined;
  return seen.face ? 'picture' : 'face';
}

/** Some services name the field in their answer. */
function namedBy({ error }: Job): FaceSlot | undefined {
  const text = JSON.stringify(error?.details ?? {});
  if (/\bface_image_file\b/u.test(text)) return 'face';
  return /\bimage_file\b/u.test(text) ? 'picture' : undefined;
}

function partsOfJob({ brief }: Job): Readonly<Record<FaceSlot, FacePart>> | undefined {
  return brief.kind === 'merge-face' ? cropsOf(brief) : undefined;
}
