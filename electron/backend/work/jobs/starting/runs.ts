/**
 * Starts runs, whose requests are all known before. So saved results can be offered instead of
 * calls.
 */
import { randomUUID } from 'node:crypto';
import type { Bytes } from '../../../../../shared/contract/common.ts';
import type { CallPlan, StartedRun } from '../../../../../shared/contract/cleanup.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { maskBounds } from '../../../../../shared/geometry/mask-bounds.ts';
import { decodeMaskTiles } from '../../../../../shared/mask/mask-tiles.ts';
import { isPractice } from '../../../library/practice-id.ts';
import type { JobPublisher, StartedJob } from '../log/job-publisher.ts';
import type { JobStore } from '../log/job-store.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';
import { subjectOf } from '../kinds/job-kind.ts';

/** `ignore`: only calls. `use`: saved results instead of calls. `only`: no calls. */
type SavedResultUse = 'ignore' | 'use' | 'only';

export interface RunGroup {
  readonly batchId: string;
  readonly runId: string;
  /** Called in the transaction that records the jobs. */
  record(started: readonly StartedJob[]): void;
}

export type Runs = ReturnType<typeof createRuns>;

export function createRuns(deps: {
  readonly jobs: JobStore;
  readonly publisher: JobPublisher;
  readonly claimed: (job: StoredJob) => Uint8Array | undefined;
  readonly finish: (job: StoredJob) => void;
  /** Price of a planned call, 1/10000 USD; `undefined` if unknown or free. */
  readonly priceOf: (planned: NewJob) => number | undefined;
  /** See {@link Runs.allow}; the jobs have prices. */
  readonly allow: (planned: readonly NewJob[]) => void;
  readonly pump: () => void;
}) {
  const { jobs, publisher } = deps;

  function describe(planned: readonly NewJob[]): CallPlan {
    const calls = planned.map((each) => {
      const { region } = subjectOf({ id: 'that is planned', ...each });
      const saved = jobs.withKeptAnswer(each.requestHash);
      return {
        region,
        painted: each.mask === undefined ? region : maskBounds(decodeMaskTiles(each.mask)),
        stored:
          saved === undefined
            ? undefined
            : { jobId: saved.id, endedAt: saved.endedAt ?? saved.createdAt },
      };
    });
    if (planned.some(({ connectionId }) => isPractice(connectionId))) {
      return { calls, isPractice: true };
    }
    const prices = planned.map(deps.priceOf);
    return {
      calls,
      cost: sumOf(prices),
      costWithStored: sumOf(prices.filter((_, index) => calls[index]?.stored === undefined)),
      isPractice: false,
    };
  }

  function start(
    planned: readonly NewJob[],
    use: SavedResultUse = 'ignore',
    group?: RunGroup,
    isAllowed = group !== undefined,
  ): StartedRun {
    const runId = group?.runId ?? randomUUID();
    const batchId = group?.batchId;
    const sources = new Map<NewJob, string>();
    const wanted = planned.flatMap((each): readonly NewJob[] => {
      const saved = use === 'ignore' ? undefined : jobs.withKeptAnswer(each.requestHash);
      const own = { ...each, runId: each.runId ?? runId, batchId };
      if (saved?.answerFileId === undefined) {
        return use === 'only' ? [] : [{ ...own, price: deps.priceOf(each) }];
      }
      const stored = { ...own, price: 0, storedFileId: saved.answerFileId };
      sources.set(stored, saved.id);
      return [stored];
    });
    if (!isAllowed) deps.allow(wanted.filter(({ storedFileId }) => storedFileId === undefined));
    const started = publisher.start(wanted, group?.record);
    const [first] = started;
    if (first === undefined)
      throw new AppError(
        'not-found',
        'There is no saved result for this mask and these settings. Run it to get one.',
      );
    const stored = started.flatMap(({ job, joined }, index) => {
      const source = wanted[index];
      const fromJobId = source === undefined ? undefined : sources.get(source);
      if (joined || fromJobId === undefined) return [];
      deps.finish(job);
      return [{ jobId: job.id, fromJobId }];
    });
    deps.pump();
    return {
      jobId: first.job.id,
      joined: started.every(({ joined }) => joined),
      jobIds: started.map(({ job }) => job.id),
      masks: masks(started.map(({ job }) => job)),
      runId: first.joined ? (first.job.runId ?? runId) : runId,
      stored,
    };
  }

  function masks(of: readonly StoredJob[]): readonly Bytes[] {
    return of.flatMap((job) => {
      const bytes = deps.claimed(job);
      // Copied, because a blob cannot reference the database's own memory.
      return bytes === undefined ? [] : [new Blob([new Uint8Array(bytes)])];
    });
  }

  return {
    describe,
    /**
     * @param use missing: every call is made
     * @param isAllowed {@link Runs.allow} was called
     * @throws AppError `not-found` for `only` without a saved result, `over-budget`
     */
    start,
    /** @param use as of `start` @throws AppError `over-budget` if the user must be asked first */
    allow: (planned: readonly NewJob[], use: SavedResultUse = 'ignore'): void =>
      deps.allow(
        planned
          .filter((each) => use === 'ignore' || jobs.withKeptAnswer(each.requestHash) === undefined)
          .map((each) => ({ ...each, price: deps.priceOf(each) })),
      ),
    /** Returns masks that jobs took, in wire format; empty for jobs that took none. */
    masks,
    /** Jobs of a run that ended without a result and were not repeated. */
    rest(runId: string): readonly StoredJob[] {
      const last = new Map<string, StoredJob>();
      for (const job of jobs.ofRun(runId)) {
        last.set(placeInRun(job), job);
      }
      return [...last.values()].filter(({ state }) =>
        ['failed', 'unknown', 'expired', 'cancelled'].includes(state),
      );
    },
  };
}

/** Same for a job and its repetition, different for any two others of a run. */
function placeInRun({ subject, sweep, request }: StoredJob): string {
  const settings = request.kind === 'upscale' ? request.parameters : undefined;
  return JSON.stringify([subject?.photoId, subject?.region, sweep?.value, settings]);
}

function sumOf(prices: readonly (number | undefined)[]): number | undefined {
  return prices.reduce<number | undefined>(
    (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  );
}
