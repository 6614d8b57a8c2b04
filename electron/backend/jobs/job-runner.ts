/**
 * Runs paid calls. The rules it keeps: the row is on disk before the request leaves; the answer is
 * on disk before the job is done; a request whose outcome is not known is never repeated by itself;
 * an identical one that is under way is joined; a result that arrived is never asked for again.
 */
import type { Job } from '../../../shared/contract/jobs.ts';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { AppError, toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostPorts } from '../ports.ts';
import type { CallPhase } from '../service/index.ts';
import {
  endCleanup,
  finishCleanup,
  keepAnswer,
  planCleanup,
  prepareCleanup,
  resumeCleanup,
  startCleanup,
  type CleanupParts,
} from './cleanup-job.ts';
import { createJobFeed } from './job-feed.ts';
import { toJob, type JobChange, type NewJob, type StoredJob } from './job-store.ts';

/** Numbers of this module. */
const RUNNER = {
  /** Jobs that are prepared, sent or finished at the same time. */
  concurrency: 2,
  /** Wait after 429 without Retry-After: the service allows about 10 image calls a minute. */
  rateLimitMilliseconds: 6000,
  /** At most this often is a fraction published, ms. */
  fractionInterval: 100,
  /** Finished runs whose median says how long one usually takes. */
  typicalRuns: 15,
} as const;

/** See the file comment. */
export interface JobRunner {
  /** Takes up what the last run left: finishes answers, continues waiting jobs, marks the unknown. */
  resume(): Promise<void>;
  runCleanup(photoId: string): { readonly jobId: string; readonly joined: boolean };
  runAgain(jobId: string): Promise<{ readonly jobId: string }>;
  cancel(jobId: string): void;
  /** The user has seen what the job ended with. */
  acknowledge(jobId: string): void;
  list(limit: number): readonly Job[];
  changes(afterRevision: number, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void>;
  /** Resolves when no job is under way. */
  whenIdle(): Promise<void>;
  /** Breaks off what is under way; the next start takes it up. */
  close(): Promise<void>;
}

interface RunningJob {
  readonly controller: AbortController;
  readonly finished: Promise<void>;
}

export function createJobRunner(
  parts: CleanupParts & {
    readonly connections: Connections;
    readonly ports: Pick<HostPorts, 'notify'>;
    readonly log: (line: string) => void;
  },
): JobRunner {
  const { jobs, connections } = parts;
  const feed = createJobFeed();
  const running = new Map<string, RunningJob>();
  const notBefore = new Map<string, number>();
  const fractions = new Map<string, number>();
  const idleWaiters = new Set<() => void>();
  let wakeUp: NodeJS.Timeout | undefined;
  let isClosed = false;

  function publish(job: StoredJob): void {
    feed.publish(present(job));
  }

  function present(job: StoredJob): Job {
    return toJob(job, {
      fraction: fractions.get(job.id),
      typicalMilliseconds: isFinalJobState(job.state) ? undefined : typical(),
    });
  }

  function typical(): number | undefined {
    const durations = [...parts.patches.durations(RUNNER.typicalRuns)].sort((a, b) => a - b);
    return durations[Math.floor(durations.length / 2)];
  }

  function step(jobId: string, change: JobChange): StoredJob {
    fractions.delete(jobId);
    const job = jobs.update(jobId, change);
    publish(job);
    return job;
  }

  function end(job: StoredJob, state: 'failed' | 'unknown' | 'cancelled', error: AppErrorData) {
    parts.log(`job ${job.id} ${state}: ${error.kind}`);
    fractions.delete(job.id);
    publish(endCleanup(parts, job, { state, endedAt: Date.now(), error }));
  }

  /** Starts as many waiting jobs as there is room for. */
  function pump(): void {
    if (isClosed) return;
    clearTimeout(wakeUp);
    const now = Date.now();
    let next = Infinity;
    for (const job of jobs.inStates(['waiting'])) {
      if (running.size >= RUNNER.concurrency) break;
      if (running.has(job.id)) continue; // being prepared: its row says `waiting` until it leaves
      const start = notBefore.get(job.id) ?? 0;
      if (start > now) next = Math.min(next, start);
      else begin(job, execute);
    }
    if (next !== Infinity) wakeUp = setTimeout(pump, next - now);
    if (running.size === 0 && next === Infinity) {
      for (const resolve of idleWaiters) resolve();
      idleWaiters.clear();
    }
  }

  function begin(
    job: StoredJob,
    work: (job: StoredJob, controller: AbortController) => Promise<void>,
  ): void {
    const controller = new AbortController();
    const finished = work(job, controller)
      .catch((error: unknown) => settle(job.id, error, controller.signal))
      .finally(() => {
        running.delete(job.id);
        fractions.delete(job.id);
        pump();
      });
    running.set(job.id, { controller, finished });
  }

  function launch(planned: NewJob): { readonly jobId: string; readonly joined: boolean } {
    const same = jobs.underWay(planned.requestHash);
    if (same !== undefined) return { jobId: same.id, joined: true };
    const job = startCleanup(parts, planned);
    publish(job);
    pump();
    return { jobId: job.id, joined: false };
  }

  async function execute(job: StoredJob, { signal }: AbortController): Promise<void> {
    const { client } = await connections.ready(job.connectionId);
    const request = await prepareCleanup(parts, job);
    signal.throwIfAborted();
    step(job.id, { state: 'submitting', submittedAt: Date.now() });
    await client.cleanup(request, {
      answerPath: parts.answers.path(job.id),
      signal,
      onPhase: (phase) => follow(job.id, phase),
    });
    await finish(job.id);
  }

  async function finish(jobId: string): Promise<void> {
    const job = jobs.get(jobId);
    if (job === undefined) return;
    const done = await finishCleanup(parts, job);
    fractions.delete(jobId);
    publish(done);
    parts.ports.notify({ title: 'Clean-up finished', body: job.photoName });
  }

  let lastFraction = 0;
  function follow(jobId: string, phase: CallPhase): void {
    const job = jobs.get(jobId);
    if (job === undefined || isFinalJobState(job.state)) return;
    if (phase.phase === 'waiting' && job.state !== 'processing') {
      step(jobId, { state: 'processing' });
    } else if (phase.phase === 'receiving' && job.state !== 'downloading') {
      step(jobId, { state: 'downloading' });
    }
    const fraction = fractionOf(phase);
    const now = performance.now();
    if (fraction === undefined || now - lastFraction < RUNNER.fractionInterval) return;
    lastFraction = now;
    fractions.set(jobId, fraction);
    publish(job);
  }

  /** A job broke off: what does that mean for the user's money and picture? */
  async function settle(jobId: string, thrown: unknown, signal: AbortSignal): Promise<void> {
    const job = jobs.get(jobId);
    if (job === undefined || isFinalJobState(job.state) || isClosed) return;
    const error = toAppError(thrown);
    const hadLeft = job.submittedAt !== undefined;
    if (signal.aborted) {
      end(job, 'cancelled', stopped(hadLeft));
      return;
    }
    if (error.kind === 'rate-limited') {
      const seconds = Number(error.details?.['retryAfterSeconds'] ?? Number.NaN);
      const wait = Number.isFinite(seconds) ? seconds * 1000 : RUNNER.rateLimitMilliseconds;
      notBefore.set(jobId, Date.now() + wait);
      step(jobId, { state: 'waiting', error: error.toData() });
      return;
    }
    if (error.kind === 'bad-answer') {
      const answerFileId = await keepAnswer(parts, job).catch((reason: unknown) => {
        parts.log(`job ${jobId}: the answer stays in its folder: ${toAppError(reason).message}`);
        return undefined;
      });
      if (answerFileId !== undefined) {
        await parts.answers.forget(jobId);
        jobs.update(jobId, { state: job.state, answerFileId });
      }
      end(job, 'failed', error.toData());
      return;
    }
    const isUnknown = error.kind === 'outcome-unknown' || error.kind === 'service-failed';
    end(job, isUnknown ? 'unknown' : 'failed', error.toData());
  }

  async function takeUp(job: StoredJob): Promise<void> {
    if (await parts.answers.has(job.id)) {
      begin(job, () => finish(job.id));
      return;
    }
    end(job, 'unknown', {
      kind: 'outcome-unknown',
      message:
        'Gesso was closed while the service was working on this. The service may have counted the call. Your mask is still there: run it again if you want.',
      action: 'retry',
    });
  }

  return {
    async resume() {
      for (const job of jobs.inStates(['submitting', 'processing', 'downloading'])) {
        await takeUp(job);
      }
      pump();
    },
    runCleanup(photoId) {
      return launch(planCleanup(parts, photoId, parts.masks.read(photoId), connections.active()));
    },
    async runAgain(jobId) {
      const job = jobs.get(jobId);
      if (job === undefined || !isFinalJobState(job.state) || job.state === 'done') {
        throw new AppError({
          kind: 'invalid-input',
          message: 'This run is not finished, so it cannot be started again.',
        });
      }
      if (await parts.answers.has(jobId)) {
        // The answer is here and paid for; only recording it had failed.
        const unfinished = resumeCleanup(parts, job);
        publish(unfinished);
        begin(unfinished, () => finish(jobId));
        return { jobId };
      }
      const { jobId: again } = launch(
        planCleanup(parts, job.photoId, decodeMaskTiles(job.mask), connections.active()),
      );
      return { jobId: again };
    },
    cancel(jobId) {
      const job = jobs.get(jobId);
      const active = running.get(jobId);
      if (active !== undefined) active.controller.abort();
      else if (job?.state === 'waiting') {
        end(job, 'cancelled', stopped(false));
        pump();
      }
    },
    acknowledge(jobId) {
      const job = jobs.acknowledge(jobId);
      if (job !== undefined) publish(job);
    },
    list: (limit) => jobs.list(limit).map(present),
    changes: (afterRevision, signal) =>
      feed.read(afterRevision, (revision) => jobs.changedAfter(revision).map(present), signal),
    whenIdle() {
      return new Promise((resolve) => {
        idleWaiters.add(resolve);
        pump();
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(wakeUp);
      for (const { controller } of running.values()) controller.abort();
      await Promise.allSettled([...running.values()].map(({ finished }) => finished));
    },
  };
}

function fractionOf(phase: CallPhase): number | undefined {
  if (phase.phase === 'sending' && phase.totalBytes > 0) return phase.sentBytes / phase.totalBytes;
  if (phase.phase === 'receiving' && phase.totalBytes !== undefined && phase.totalBytes > 0) {
    return Math.min(1, phase.receivedBytes / phase.totalBytes);
  }
  return undefined;
}

function stopped(hadLeft: boolean): AppErrorData {
  return {
    kind: 'cancelled',
    message: hadLeft
      ? 'Stopped. The request had already left, so the service may still count it.'
      : 'Stopped before anything was sent.',
  };
}
