import type { JobEngine } from '../job-engine.ts';
import type { JobKindName, StartableRequest } from '../../../../../shared/contract/job-requests.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import type { PriceStore } from '../../../accounts/connections/price-store.ts';
import type { EdgeMeasures } from '../../../vision/imaging/results/cleanup-overlay.ts';
import type { JobConnection } from '../job-deps.ts';
import type { NewJob } from '../log/stored-job.ts';
import type { RunGroup, Runs } from './job-starts.ts';

export type BatchWork =
  | { readonly kind: 'remove-text'; readonly isReduced: boolean }
  /** Only these boxes, photo space; those drawn on the photo stay. */
  | { readonly kind: 'remove-text'; readonly boxes: readonly Rect[] }
  | {
      readonly kind: 'cleanup';
      /** Photo space, of the photo's own size. */
      readonly tiles: readonly PackedMaskTile[];
      readonly edge: EdgeMeasures;
    }
  | { readonly kind: 'request'; readonly request: StartableRequest };

export type RecipeJobs = ReturnType<typeof createRecipeJobs>;

const MINUTE = 60_000;

export function createRecipeJobs(
  deps: JobEngine & {
    readonly runs: Runs;
    readonly prices: Pick<PriceStore, 'of'>;
    readonly pace: () => { readonly atOnce: number; readonly perMinute: number };
    readonly letGo: () => void;
    /** @throws AppError of the kind's plan */
    readonly planStart: (request: StartableRequest, connection: JobConnection) => NewJob;
    /** Dismisses the repeated job. @throws AppError of the kind's plan */
    readonly runAgain: (
      jobId: string,
      connection: JobConnection,
      group: Pick<RunGroup, 'batchId' | 'runId'>,
    ) => Promise<void>;
    readonly cancel: (jobId: string) => void;
  },
) {
  const { kinds, publisher, jobs, letGo, runAgain, cancel } = deps;
  const { describe, start } = deps.runs;

  function typical(kind: JobKindName): number {
    const durations = jobs.timings(kind, '').map(({ milliseconds }) => milliseconds);
    return durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
  }

  return {
    /** @throws AppError of the kind's plan */
    plan(photoId: string, work: BatchWork, connection: JobConnection): readonly NewJob[] {
      if (work.kind === 'request') return [deps.planStart(work.request, connection)];
      if (work.kind === 'remove-text') {
        if ('boxes' in work) {
          const { boxes } = work;
          const wanted = { photoId, mode: 'boxes', boxes, areOwnBoxes: true } as const;
          return kinds['remove-text'].planRun(wanted, connection);
        }
        const mode = work.isReduced ? 'reduced' : 'whole';
        return kinds['remove-text'].planRun({ photoId, mode }, connection);
      }
      const { tiles, edge } = work;
      return kinds.cleanup.plan({ photoId, tiles, edge, isOwnMask: true }, connection);
    },
    /** Lets waiting calls of a run be sent by another connection. */
    move(batchId: string, connection: JobConnection): void {
      for (const job of jobs.list({ groupId: batchId, states: ['waiting'], limit: 500 })) {
        const planned = kinds[job.kind].planAgain(job, connection);
        const price = deps.prices.of(connection.id, job.kind);
        publisher.publish(jobs.move(job.id, { ...planned, price }));
      }
    },
    describe,
    start,
    runAgain,
    cancel,
    letGo,
    /** Ms. */
    expectedMilliseconds(kind: JobKindName, calls: number): number {
      const { atOnce, perMinute } = deps.pace();
      return Math.round(calls * Math.max(MINUTE / perMinute, typical(kind) / atOnce));
    },
    onChanged: publisher.onChanged,
  };
}
