/**
 * The stream of job changes: everything after a revision, then everything new, in order. A few jobs are told
 * at once. While many change, they are told together, twice a second: a message costs the window's
 * thread, and drawing it costs more.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../../../shared/contract/jobs.ts';

/** See the file comment. */
export interface JobFeed {
  /** Tells every reader about a change that is stored, with its new revision. */
  publish(job: Job): void;
  /** Tells every reader how far a job is; nothing is stored and the revision stays. */
  publishProgress(job: Job): void;
  /**
   * Never an empty list, and no job twice in one: what changed several times is told as it is then.
   *
   * @param afterRevision the last revision that the reader has seen; -1 for none
   * @param backlog jobs changed since, oldest change first; read after the reader is listening
   */
  read(
    afterRevision: number,
    backlog: (afterRevision: number) => readonly Job[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Job[], void, void>;
  /** Readers that are listening now. */
  readerCount(): number;
}

const FEED = {
  /** So many jobs may change within `span`, and each news is told at once. */
  few: 4,
  /** ms */
  span: 1000,
  /** Between two messages while more than a few jobs change, ms. */
  interval: 500,
  /** Most jobs of one message. */
  page: 200,
} as const;

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
      const until = signal === undefined ? {} : { signal };
      const crowd = createCrowd();
      /** The latest of each job, in the order of the last changes. */
      let waiting = new Map<string, FeedEvent>();
      const listen = (event: FeedEvent): void => {
        const { id } = event.job;
        waiting.delete(id);
        waiting.set(id, event);
        crowd.joined(id);
      };
      // Listening starts before the backlog is read, so that nothing falls between the two.
      emitter.on('job', listen);
      try {
        let seen = afterRevision;
        for (const jobs of pagesOf(backlog(afterRevision))) {
          seen = jobs.at(-1)?.revision ?? seen;
          yield jobs;
        }
        while (!isGone()) {
          if (waiting.size === 0) await once(emitter, 'job', until);
          const pause = crowd.pause();
          if (pause > 0) await sleep(pause, undefined, until);
          // Progress keeps the revision of its job, which may be older than another job's.
          const news = [...waiting.values()]
            .filter(({ job, isProgress }) => isProgress || job.revision > seen)
            .map(({ job }) => job);
          waiting = new Map();
          seen = Math.max(seen, ...news.map(({ revision }) => revision));
          crowd.told();
          for (const jobs of pagesOf(news)) yield jobs;
        }
      } catch (error) {
        if (!isGone()) throw error;
      } finally {
        emitter.off('job', listen);
      }
    },
  };
}

/** Says how long to wait before the next message. */
function createCrowd() {
  /** When a job has changed last, ms. */
  const changed = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    joined: (jobId: string) => void changed.set(jobId, performance.now()),
    told: () => void (toldAt = performance.now()),
    /** ms */
    pause(): number {
      const now = performance.now();
      for (const [id, at] of changed) if (at < now - FEED.span) changed.delete(id);
      return changed.size > FEED.few ? Math.max(0, toldAt + FEED.interval - now) : 0;
    },
  };
}

function pagesOf(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const count = Math.ceil(jobs.length / FEED.page);
  return Array.from({ length: count }, (_, page) =>
    jobs.slice(page * FEED.page, (page + 1) * FEED.page),
  );
}
