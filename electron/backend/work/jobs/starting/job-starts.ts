import type { JobEngine } from '../job-engine.ts';
import type { JobSender } from '../sending/job-sender.ts';
import type { CallPlan, StartedRun } from '../../../../../shared/contract/cleanup.ts';
import type {
  StartableRequest,
  VideoJobRequest,
} from '../../../../../shared/contract/job-requests.ts';
import type { SweepAxis } from '../../../../../shared/contract/jobs.ts';
import type { Settings } from '../../../../../shared/contract/settings.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import type { PriceStore } from '../../../accounts/connections/price-store.ts';
import type { BudgetGuard } from '../../../accounts/spend/watch/index.ts';
import { os } from '../../../service/common/procedures.ts';
import type { JobConnection } from '../job-deps.ts';
import type { JobRates, JobWorks } from '../job-works.ts';
import type { WantedTextRemoval } from '../kinds/remove-text.ts';
import type { StartedJob } from '../log/job-publisher.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';
import { withExpectedTime } from '../measures/expected-time.ts';
import { invalidInput, notFound } from '../../../../../shared/errors/app-error.ts';
import { randomUUID } from 'node:crypto';
import type { Bytes } from '../../../../../shared/contract/common.ts';
import { maskBounds } from '../../../../../shared/geometry/mask-bounds.ts';
import { sumOfKnown } from '../../../../../shared/numbers.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { subjectOf } from '../kinds/job-kind.ts';

/** `ignore`: only calls. `use`: saved results instead of calls. `only`: no calls. */
type SavedResultUse = 'ignore' | 'use' | 'only';

export interface RunGroup {
  readonly batchId: string;
  readonly runId: string;
  /** Called in the transaction that records the jobs. */
  record(started: readonly StartedJob[]): void;
}

/** All requests of a run are known before, so saved results can be offered instead of calls. */
export type Runs = ReturnType<typeof createRuns>;

function createRuns(
  deps: JobEngine & {
    readonly sender: Pick<JobSender, 'finish' | 'pump'>;
    /** Price of a planned call, 1/10000 USD; `undefined` if unknown or free. */
    readonly priceOf: (planned: NewJob) => number | undefined;
    /** See {@link Runs.allow}; the jobs have prices. */
    readonly allow: (planned: readonly NewJob[]) => void;
  },
) {
  const { jobs, publisher, kinds, sender } = deps;

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
      cost: sumOfKnown(prices),
      costWithStored: sumOfKnown(prices.filter((_, index) => calls[index]?.stored === undefined)),
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
      throw notFound(
        'There is no saved result for this mask and these settings. Run it to get one.',
      );
    const stored = started.flatMap(({ job, joined }, index) => {
      const source = wanted[index];
      const fromJobId = source === undefined ? undefined : sources.get(source);
      if (joined || fromJobId === undefined) return [];
      sender.finish(job);
      return [{ jobId: job.id, fromJobId }];
    });
    sender.pump();
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
      const bytes = kinds[job.kind].maskClaim?.claimed(job);
      // Copied, because a blob cannot reference the database's own memory.
      return bytes === undefined ? [] : [new Blob([new Uint8Array(bytes)])];
    });
  }

  return {
    describe,
    /** @param use missing: every call is made @param isAllowed {@link Runs.allow} was called */
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

interface WantedCleanup {
  readonly photoId: string;
  readonly regions?: readonly Rect[] | undefined;
}

/** The user's settings for requests, read each time. */
export type WorkSettings = Pick<Settings, 'margin' | 'matchColors'>;

export function createJobStarts(
  deps: JobEngine &
    Pick<JobWorks, 'sender'> & {
      readonly connections: Pick<Connections, 'active'>;
      readonly rates: () => JobRates;
      readonly work: (photoId: string) => WorkSettings;
      readonly prices: Pick<PriceStore, 'of'>;
      readonly budgetGuard?: Pick<BudgetGuard, 'require'> | undefined;
    },
) {
  const { jobs, publisher, kinds, sender, connections, rates } = deps;
  const runs = createRuns({ ...deps, priceOf, allow });

  function pace() {
    return { atOnce: rates().concurrentCalls, perMinute: rates().perMinute.image };
  }

  function allow(planned: readonly Pick<NewJob, 'connectionId' | 'price'>[]): void {
    deps.budgetGuard?.require(
      planned.map(({ connectionId, price }) => ({ connectionId, category: 'gen_api', price })),
    );
  }

  function launchAll(planned: readonly NewJob[], isAllowed = false): readonly StartedJob[] {
    const priced = planned.map((each) => ({ ...each, price: priceOf(each) }));
    if (!isAllowed) allow(priced);
    const started = publisher.start(priced);
    sender.pump();
    return started;
  }

  function launchTogether(planned: readonly NewJob[]) {
    const runId = randomUUID();
    const started = launchAll(planned.map((each) => ({ ...each, runId })));
    return {
      runId: started.find(({ joined }) => !joined)?.job.runId ?? started[0]?.job.runId ?? runId,
      jobIds: started.map(({ job }) => job.id),
    };
  }

  function launch(
    planned: NewJob,
    isAllowed = false,
  ): { readonly jobId: string; readonly joined: boolean } {
    const [started] = launchAll([planned], isAllowed);
    if (started === undefined) throw new Error('A job was planned and not recorded.');
    return { jobId: started.job.id, joined: started.joined };
  }

  function priceOf({ connectionId, request }: NewJob): number | undefined {
    return deps.prices.of(connectionId, request.kind);
  }

  function planCleanup(
    { photoId, regions }: WantedCleanup,
    tiles: readonly PackedMaskTile[],
  ): readonly NewJob[] {
    const { margin, matchColors } = deps.work(photoId);
    const edge = { margin, matchColors };
    return kinds.cleanup.plan({ photoId, regions, tiles, edge }, connections.active());
  }

  function describe(planned: readonly NewJob[]): CallPlan {
    return withExpectedTime(runs.describe(planned), planned, jobs, pace());
  }

  function planStart(request: StartableRequest, connection: JobConnection): NewJob {
    switch (request.kind) {
      case 'remove-text':
        return kinds['remove-text'].plan(request, connection);
      case 'merge-face':
        return kinds['merge-face'].plan(request, connection);
      case 'upscale':
        return kinds.upscale.plan(request, connection);
      case 'video':
        return kinds.video.plan(request, connection);
      case 'training-upload':
        return kinds['training-upload'].plan(request, connection);
    }
  }

  function painted(wanted: WantedCleanup): readonly NewJob[] {
    return planCleanup(wanted, deps.masks.read(wanted.photoId));
  }

  function written(wanted: WantedTextRemoval): readonly NewJob[] {
    return kinds['remove-text'].planRun(wanted, connections.active());
  }

  function start(request: StartableRequest) {
    return launch(planStart(request, connections.active()));
  }

  return {
    runs,
    pace,
    /** @throws AppError `over-budget` if the user must be asked first */
    allow,
    launch,
    describe,
    planCleanup,
    planStart,
    start,
    procedures: {
      cleanup: {
        plan: os.cleanup.plan.handler(({ input }) => {
          deps.photos.expectReading(input.photoId);
          return describe(painted(input));
        }),
        run: os.cleanup.run.handler(({ input }) => runs.start(painted(input), input.stored)),
        useStored: os.cleanup.useStored.handler(({ input }) => runs.start(painted(input), 'only')),
      },
      removeText: {
        plan: os.removeText.plan.handler(({ input }) => {
          deps.photos.expectReading(input.photoId);
          return describe(written(input));
        }),
        run: os.removeText.run.handler(({ input }) => runs.start(written(input), input.stored)),
      },
      jobs: {
        start: os.jobs.start.handler(({ input }) => start(input)),
        startTogether: os.jobs.startTogether.handler(({ input: { requests } }) =>
          launchTogether(requests.map((request) => planStart(request, connections.active()))),
        ),
        startSweep: os.jobs.startSweep.handler(({ input: { requests, axis, values } }) => {
          requireSweep(requests, axis, values);
          const planned = requests.map((request, index) => ({
            ...kinds.video.plan(request, connections.active()),
            sweep: { axis, value: values[index] ?? '' },
          }));
          return launchTogether(planned);
        }),
      },
    },
  };
}

/** @throws AppError `invalid-input` if requests and values don't match */
function requireSweep(
  requests: readonly VideoJobRequest[],
  axis: SweepAxis,
  values: readonly string[],
): void {
  const isPaired = requests.every((request, index) => valueOf(request, axis) === values[index]);
  if (requests.length !== values.length || !isPaired) {
    throw invalidInput('Each clip of this group needs its own value. Enter the values again.');
  }
  if (new Set(values).size !== values.length) {
    throw invalidInput('Two clips of this group have the same value. Give each one its own.');
  }
}

function valueOf({ parameters }: VideoJobRequest, axis: SweepAxis): string | undefined {
  switch (axis) {
    case 'seed':
      return parameters.seed;
    case 'motion':
      return parameters.motionBucketId?.toString();
    case 'noise':
      return parameters.condAug?.toString();
  }
}
