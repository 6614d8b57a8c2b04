/** Helpers shared by the parts of the self-check. */
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Photo } from '../../../shared/contract/photos.ts';
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import { backend } from '../../base/backend/client.ts';
import { loadBytes } from '../../base/backend/media.ts';

/** @param sentence for the report */
export function must(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence);
}

const opened = new Map<string, Promise<Photo>>();

/** Adds a bundled photograph to the library. */
export function sample(sampleId: string): Promise<Photo> {
  const known = opened.get(sampleId);
  if (known !== undefined) return known;
  const photo = backend.photos.openSample({ sampleId });
  opened.set(sampleId, photo);
  return photo;
}

/** @throws Error with the job's message if it does not succeed */
export async function untilDone(jobId: string): Promise<Job> {
  for await (const jobs of await backend.jobs.changes({ afterRevision: -1 })) {
    const job = jobs.find(({ id }) => id === jobId);
    if (job === undefined) continue;
    if (job.state === 'done') return job;
    const hasEnded = ['failed', 'unknown', 'expired', 'cancelled'].includes(job.state);
    must(!hasEnded, `The practice call ended as ${job.state}. ${job.error?.message ?? ''}`.trim());
  }
  throw new Error('The stream of jobs ended.');
}

/** In a browser, also checks the file's content. @param beginning its first bytes */
export async function mustBeSaved(outcome: SaveOutcome, beginning: string): Promise<void> {
  must(outcome.kind !== 'cancelled', 'No file was saved.');
  if (outcome.kind !== 'download') return;
  const bytes = await loadBytes(outcome.url);
  const found = new TextDecoder('latin1').decode(bytes.subarray(0, beginning.length));
  must(found === beginning, 'The saved file has another format.');
}

/** @param isTrue checked ten times a second, for at most `seconds` */
export async function until(
  isTrue: () => boolean,
  seconds: number,
  sentence: string,
): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(sentence);
}
