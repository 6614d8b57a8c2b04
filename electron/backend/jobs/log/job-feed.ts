/**
 * The stream of job changes: everything after a revision, then everything new, in order. Changes of a few jobs
 * are sent at once. Those of many are sent together: twice a second, and once a second where they are all
 * of runs of recipes. A message costs the window's thread, and drawing it costs more.
 */
import { EventEmitter, once } from 'node:events';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { pauseUntil } from '../../common/pause-until.ts';

export interface JobFeed {
  /** Tells every reader about a change that is stored, with its new revision. */
  publish(job: Job): void;
  /** Tells every reader how far a job is; nothing is stored and the revision stays. */
  publishProgress(job: Job): void;
  /**
   * Never an empty list, and no job twice in one: a job that changed several times comes in its latest state.
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

const PACE = {
  /** While no more jobs than this change within `span`, each change is sent at once. */
  few: 4,
  /** ms */
  span: 1000,
  /** Between two messages while more than a few jobs change, ms. */
  interval: 500,
  /** The same for jobs of a run of a recipe, whose screen shows the run's numbers. */
  intervalOfRuns: 1000,
} as const;

/** Most jobs of one message. */
const PAGE = 200;

interface FeedEvent {
  readonly job: Job;
  readonly isProgress: boolean;
}

/** @param pace other intervals, for tests */
export function createJobFeed(pace: Partial<Record<keyof typeof PACE, number>> = {}): JobFeed {
  const { few, span, interval, intervalOfRuns } = { ...PACE, ...pace };
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // one for each open window or stream
  const emit = (event: FeedEvent): void => {
    emitter.emit('job', event);
    if (!isOfRun(event)) emitter.emit('alone');
  };
  return {
    publish: (job) => emit({ job, isProgress: false }),
    publishProgress: (job) => emit({ job, isProgress: true }),
    readerCount: () => emitter.listenerCount('job'),
    async *read(afterRevision, backlog, signal) {
      const isGone = () => signal?.aborted === true;
      if (isGone()) return;
      const until = signal === undefined ? {} : { signal };
      const alone = createCrowd(few, span);
      const ofRuns = createCrowd(few, span);
      let toldAt = Number.NEGATIVE_INFINITY;
      /** The latest of each job, in the order of the last changes. */
      let waiting = new Map<string, FeedEvent>();
      const listen = (event: FeedEvent): void => {
        const { id } = event.job;
        waiting.delete(id);
        waiting.set(id, event);
        (isOfRun(event) ? ofRuns : alone).joined(id);
      };
      /** ms from now; a job by itself waits for none of a run. */
      const pause = (): number => {
        const isOfRuns = [...waiting.values()].every(isOfRun);
        const isCrowd = (isOfRuns ? ofRuns : alone).isCrowd();
        return isCrowd ? toldAt + (isOfRuns ? intervalOfRuns : interval) - performance.now() : 0;
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
          for (let rest = pause(); rest > 0; rest = pause()) {
            await pauseUntil(emitter, 'alone', rest, signal);
          }
          // Progress keeps the revision of its job, which may be older than another job's.
          const news = [...waiting.values()]
            .filter(({ job, isProgress }) => isProgress || job.revision > seen)
            .map(({ job }) => job);
          waiting = new Map();
          seen = Math.max(seen, ...news.map(({ revision }) => revision));
          toldAt = performance.now();
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

function isOfRun({ job }: FeedEvent): boolean {
  return job.batchId !== undefined;
}

/** Says whether more than `few` jobs have changed within `span` ms. */
function createCrowd(few: number, span: number) {
  /** When a job has changed last, ms. */
  const changed = new Map<string, number>();
  return {
    joined: (jobId: string) => void changed.set(jobId, performance.now()),
    isCrowd(): boolean {
      const since = performance.now() - span;
      for (const [id, at] of changed) if (at < since) changed.delete(id);
      return changed.size > few;
    },
  };
}

function pagesOf(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const count = Math.ceil(jobs.length / PAGE);
  return Array.from({ length: count }, (_, page) => jobs.slice(page * PAGE, (page + 1) * PAGE));
}
