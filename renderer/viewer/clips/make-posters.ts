/**
 * Makes missing stills in the worker, one after another, also while the window is hidden. Tries
 * each once per window; equal clips share one file.
 */
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import type { Clips } from './clips.ts';
import { wantingOutputs } from './wants-poster.ts';

interface PosterBackend {
  /** Returns false if an earlier try ended the window or the program. */
  begin(jobId: string, output: number): Promise<boolean>;
  /** Call after every try, whatever came of it. */
  end(jobId: string, output: number): Promise<void>;
  put(jobId: string, output: number, still: Blob): Promise<void>;
  /** For a clip that cannot be decoded here. */
  refuse(jobId: string, output: number): Promise<void>;
  /** For any other error; the still is made at the next start of the window. */
  fail(error: unknown): void;
}

/**
 * @param clips makes the stills; called with the first one
 * @returns a function that takes the current jobs, and skips those without work
 */
export function createPosterMaker(
  clips: () => Pick<Clips, 'makePoster'>,
  backend: PosterBackend,
): (jobs: Iterable<Job>) => void {
  const tried = new Set<string>();
  let queue: Promise<void> = Promise.resolve();

  async function make(jobId: string, { id, url, mediaType }: JobOutput): Promise<void> {
    try {
      if (!(await backend.begin(jobId, id))) return;
      const made = await clips().makePoster(url, mediaType);
      if (made.still !== undefined) await backend.put(jobId, id, made.still);
      else if (made.failure !== 'fetch') await backend.refuse(jobId, id);
      await backend.end(jobId, id);
    } catch (error) {
      await backend.end(jobId, id).catch(() => undefined); // its own error is the one to report
      backend.fail(error);
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
