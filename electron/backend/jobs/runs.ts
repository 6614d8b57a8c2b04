/**
 * Runs: jobs that are started together, one a region. What each would send is known before anything
 * starts, so that an answer that was paid for and kept can be offered in place of a call.
 */
import { randomUUID } from 'node:crypto';
import type { CallPlan, StartedRun } from '../../../shared/contract/cleanup.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { maskBounds } from '../../../shared/geometry/mask-bounds.ts';
import { estimateCost } from '../../../shared/geometry/regions.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import type { JobBoard, StartedJob } from './job-board.ts';
import type { JobStore, NewJob, StoredJob } from './job-store.ts';

/** `ignore`: all are calls. `use`: kept answers in place of calls. `only`: nothing but kept answers. */
export type StoredUse = 'ignore' | 'use' | 'only';

/** A run of a batch. */
export interface RunGroup {
  readonly batchId: string;
  readonly runId: string;
  /** Called in the transaction that records the jobs. */
  record(started: readonly StartedJob[]): void;
}

/** See the file comment. */
export interface Runs {
  /** What starting these would mean. */
  describe(planned: readonly NewJob[], price: number | null): CallPlan;
  /**
   * Records them in one step.
   *
   * @param price of one call, 1/10000 USD; `null` = not known
   * @param group where the run belongs to a batch
   * @throws AppError `not-found` for `only` when no answer is kept
   */
  start(
    planned: readonly NewJob[],
    price: number | null,
    use: StoredUse,
    group?: RunGroup,
  ): StartedRun;
  /** The jobs of a run that came to nothing and were not repeated. */
  rest(runId: string): readonly StoredJob[];
}

export function createRuns(parts: {
  readonly jobs: JobStore;
  readonly board: JobBoard;
  /** A job has its answer in hand and can be finished. */
  readonly finish: (job: StoredJob) => void;
  /** There are jobs that wait. */
  readonly pump: () => void;
}): Runs {
  const { jobs, board } = parts;

  function describe(planned: readonly NewJob[], price: number | null): CallPlan {
    const calls = planned.map((each) => {
      const kept = jobs.withKeptAnswer(each.requestHash);
      return {
        region: each.region,
        painted: each.mask === undefined ? each.region : maskBounds(decodeMaskTiles(each.mask)),
        stored:
          kept === undefined
            ? undefined
            : { jobId: kept.id, endedAt: kept.endedAt ?? kept.createdAt },
      };
    });
    const unpaid = calls.filter(({ stored }) => stored === undefined).length;
    return {
      calls,
      cost: estimateCost(calls.length, price),
      costWithStored: unpaid === 0 ? 0 : estimateCost(unpaid, price),
    };
  }

  function start(
    planned: readonly NewJob[],
    price: number | null,
    use: StoredUse,
    group?: RunGroup,
  ): StartedRun {
    const runId = group?.runId ?? randomUUID();
    const batchId = group?.batchId;
    const sources = new Map<NewJob, string>();
    const wanted = planned.flatMap((each): readonly NewJob[] => {
      const kept = use === 'ignore' ? undefined : jobs.withKeptAnswer(each.requestHash);
      const own = { ...each, runId: each.runId ?? runId, batchId };
      if (kept?.answerFileId === undefined) {
        return use === 'only' ? [] : [{ ...own, price: price ?? undefined }];
      }
      const stored = { ...own, price: 0, storedFileId: kept.answerFileId };
      sources.set(stored, kept.id);
      return [stored];
    });
    const started = board.start(wanted, group?.record);
    const [first] = started;
    if (first === undefined) throw nothingStored();
    const stored = started.flatMap(({ job, joined }, index) => {
      const source = wanted[index];
      const fromJobId = source === undefined ? undefined : sources.get(source);
      if (joined || fromJobId === undefined) return [];
      parts.finish(job);
      return [{ jobId: job.id, fromJobId }];
    });
    parts.pump();
    return {
      jobId: first.job.id,
      joined: started.every(({ joined }) => joined),
      jobIds: started.map(({ job }) => job.id),
      runId: first.joined ? (first.job.runId ?? runId) : runId,
      stored,
    };
  }

  return {
    describe,
    start,
    rest(runId) {
      const last = new Map<string, StoredJob>();
      for (const job of jobs.ofRun(runId)) last.set(JSON.stringify(job.region), job);
      return [...last.values()].filter(({ state }) =>
        ['failed', 'unknown', 'expired', 'cancelled'].includes(state),
      );
    },
  };
}

function nothingStored(): AppError {
  return new AppError({
    kind: 'not-found',
    message:
      'Nothing of this was done before with the same mask and settings, so nothing is in the store. Run it as a call.',
  });
}
