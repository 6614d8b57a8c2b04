/** The stream of job changes: everything after a revision, then everything new, in order. */
import { EventEmitter, on } from 'node:events';
import type { Job } from '../../../../shared/contract/jobs.ts';

/** See the file comment. */
export interface JobFeed {
  /** Tells every reader about a change that is stored, with its new revision. */
  publish(job: Job): void;
  /** Tells every reader how far a job is; nothing is stored and the revision stays. */
  publishProgress(job: Job): void;
  /**
   * @param afterRevision the last revision that the reader has seen; -1 for none
   * @param backlog jobs changed since, oldest change first; read after the reader is listening
   */
  read(
    afterRevision: number,
    backlog: (afterRevision: number) => readonly Job[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Job, void, void>;
  /** Readers that are listening now. */
  readerCount(): number;
}

interface FeedEvent {
  readonly job: Job;
  readonly isProgress: boolean;
}

export function createJobFeed(): JobFeed {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // one for each open window or stream
  const emit = (event: FeedEvent) => void emitter.emit('job', event);
  return {
    publish: (job) => emit({ job, isProgress: false }),
    publishProgress: (job) => emit({ job, isProgress: true }),
    readerCount: () => emitter.listenerCount('job'),
    async *read(afterRevision, backlog, signal) {
      const isGone = () => signal?.aborted === true;
      if (isGone()) return;
      // Listening starts before the backlog is read, so that nothing falls between the two.
      const live = on(emitter, 'job', signal === undefined ? {} : { signal });
      try {
        let seen = afterRevision;
        for (const job of backlog(afterRevision)) {
          seen = job.revision;
          yield job;
        }
        for await (const [event] of live as AsyncIterable<[FeedEvent]>) {
          // Progress keeps the revision of its job, which may be older than another job's.
          if (!event.isProgress && event.job.revision <= seen) continue;
          seen = Math.max(seen, event.job.revision);
          yield event.job;
        }
      } catch (error) {
        if (!isGone()) throw error;
      } finally {
        // A reader that goes away while it is given the backlog has not begun to iterate `live`.
        await live.return?.();
      }
    },
  };
}
