/**
 * Stream of job changes: everything after a revision, then new changes in order. Changes of a few
 * jobs are sent immediately; many are batched twice a second, or once a second if all belong to
 * recipes, because every message costs the window's main thread.
 */
import { EventEmitter, once } from 'node:events';
import type { Job } from '../../../../../shared/contract/jobs.ts';
import { pauseUntil } from '../../../service/common/pause-until.ts';

const PACE = {
  /** Up to this many changing jobs within `span`, each change is sent immediately. */
  few: 4,
  /** ms */
  span: 1000,
  /** Interval between batches, ms. */
  interval: 500,
  /** For recipes, whose screen shows the run's numbers, ms. */
  intervalOfRuns: 1000,
} as const;

const PAGE = 200;

interface FeedEvent {
  readonly job: Job;
  readonly isProgress: boolean;
}

export function createJobFeed(pace: Partial<Record<keyof typeof PACE, number>> = {}) {
  const { few, span, interval, intervalOfRuns } = { ...PACE, ...pace };
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0); // One for each window or stream.
  const emit = (event: FeedEvent): void => {
    emitter.emit('job', event);
    if (!isOfRun(event)) emitter.emit('alone');
  };
  return {
    publish: (job: Job): void => emit({ job, isProgress: false }),
    /** Does not raise the revision. */
    publishProgress: (job: Job): void => emit({ job, isProgress: true }),
    readerCount: (): number => emitter.listenerCount('job'),
    /** @param afterRevision -1 for none @param backlog oldest change first */
    async *read(
      afterRevision: number,
      backlog: (afterRevision: number) => readonly Job[],
      signal: AbortSignal | undefined,
    ): AsyncGenerator<readonly Job[], void, void> {
      const isGone = () => signal?.aborted === true;
      if (isGone()) return;
      const until = signal === undefined ? {} : { signal };
      const alone = createBurstDetector(few, span);
      const ofRuns = createBurstDetector(few, span);
      let toldAt = Number.NEGATIVE_INFINITY;
      let waiting = new Map<string, FeedEvent>();
      const listen = (event: FeedEvent): void => {
        const { id } = event.job;
        waiting.delete(id);
        waiting.set(id, event);
        (isOfRun(event) ? ofRuns : alone).joined(id);
      };
      /** A single job never waits for those of a recipe. */
      const pause = (): number => {
        const isOfRuns = [...waiting.values()].every(isOfRun);
        const isCrowd = (isOfRuns ? ofRuns : alone).isCrowd();
        return isCrowd ? toldAt + (isOfRuns ? intervalOfRuns : interval) - performance.now() : 0;
      };
      // Subscribes before reading the backlog, so that nothing is missed in between.
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

function createBurstDetector(few: number, span: number) {
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
