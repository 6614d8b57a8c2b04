/** The stream of job changes: everything after a revision, then everything new, in order. */
import { EventEmitter, on } from 'node:events';
import type { Job } from '../../../shared/contract/jobs.ts';

/** See the file comment. */
export interface JobFeed {
  /** Tells every reader. A change of `fraction` alone keeps its revision. */
  publish(job: Job): void;
  /**
   * @param afterRevision the last revision that the reader has seen; -1 for none
   * @param backlog jobs changed since, oldest change first; read after the reader is listening
   */
  read(
    afterRevision: number,
    backlog: (afterRevision: number) => readonly Job[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Job, void, void>;
}

export function createJobFeed(): JobFeed {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // one for each open window or stream
  return {
    publish: (job) => void emitter.emit('job', job),
    async *read(afterRevision, backlog, signal) {
      // Listening starts before the backlog is read, so that nothing falls between the two.
      const live = on(emitter, 'job', signal === undefined ? {} : { signal });
      let seen = afterRevision;
      for (const job of backlog(afterRevision)) {
        seen = job.revision;
        yield job;
      }
      try {
        for await (const [job] of live as AsyncIterable<[Job]>) {
          if (job.revision < seen) continue;
          seen = job.revision;
          yield job;
        }
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}
