/**
 * Makes the stills of clips that have none: in the worker, one after another, also while the window is
 * hidden. Each is tried once in the life of the window; equal clips share one file, and each has its still.
 */
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import type { Clips } from './clips.ts';
import { wantingOutputs } from './wants-poster.ts';

/** The way of stills out of the window. */
export interface PosterDoor {
  /** False: the clip was tried before, and the window or the program ended with it. */
  begin(jobId: string, output: number): Promise<boolean>;
  /** The try is over, whatever came of it. */
  end(jobId: string, output: number): Promise<void>;
  put(jobId: string, output: number, still: Blob): Promise<void>;
  /** The clip was tried, and cannot be decoded here. */
  refuse(jobId: string, output: number): Promise<void>;
  /** Something else went wrong; the still is made at the next start of the window. */
  fail(error: unknown): void;
}

/**
 * @param clips makes the stills; asked for with the first one
 * @returns takes the jobs as they are now; those without anything to do are skipped
 */
export function createPosterMaker(
  clips: () => Pick<Clips, 'makePoster'>,
  door: PosterDoor,
): (jobs: Iterable<Job>) => void {
  const tried = new Set<string>();
  let queue: Promise<void> = Promise.resolve();

  async function make(jobId: string, { id, url, mediaType }: JobOutput): Promise<void> {
    try {
      if (!(await door.begin(jobId, id))) return;
      const made = await clips().makePoster(url, mediaType);
      if (made.still !== undefined) await door.put(jobId, id, made.still);
      else if (made.failure !== 'fetch') await door.refuse(jobId, id);
      await door.end(jobId, id);
    } catch (error) {
      await door.end(jobId, id).catch(() => undefined); // its own error is the one to tell
      door.fail(error);
    }
  }

  return (jobs) => {
    for (const job of jobs) {
      for (const output of wantingOutputs(job)) {
        const key = `${job.id}.${output.id}`;
        if (tried.has(key)) continue;
        tried.add(key);
        queue = queue.then(() => make(job.id, output));
      }
    }
  };
}
