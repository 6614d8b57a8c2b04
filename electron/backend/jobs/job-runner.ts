/**
 * Runs paid calls. The rules it keeps: the row is on disk before the request leaves; the answer is
 * on disk before the job is done; a request whose outcome is not known is never repeated by itself;
 * an identical one that is under way is joined; a result that arrived is never asked for again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../../shared/contract/jobs.ts';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import { AppError, toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import type { CleanError } from '../clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostPorts } from '../ports.ts';
import { wasNeverSent, type CallPhase } from '../service/index.ts';
import {
  endCleanup,
  finishCleanup,
  joinCleanup,
  keepAnswer,
  planCleanup,
  prepareCleanup,
  resumeCleanup,
  startCleanup,
  type CleanupParts,
} from './cleanup-job.ts';
import { createJobFeed } from './job-feed.ts';
import { outcomeOf, stopped } from './job-outcome.ts';
import { toJob, type JobChange, type NewJob, type StoredJob } from './job-store.ts';

/** Numbers of this module. */
const RUNNER = {
  /** Jobs that are prepared, sent or finished at the same time. */
  concurrency: 2,
  /** At most this often is a fraction of one job published, ms. */
  fractionInterval: 100,
  /** Finished runs whose median says how long one usually takes. */
  typicalRuns: 15,
  /** Wait before the end of a job that could not be recorded (a full disk) is tried again, ms. */
  recordAgainMilliseconds: 1000,
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
    readonly cleanError: CleanError;
    readonly log: (line: string) => void;
  },
): JobRunner {
  const { jobs, connections } = parts;
  const feed = createJobFeed();
  const running = new Map<string, RunningJob>();
  /** When a connection may be called again after 429; Unix ms, by connection. */
  const notBefore = new Map<string, number>();
  const fractions = new Map<string, number>();
  const idleWaiters = new Set<() => void>();
  const closing = new AbortController();
  let wakeUp: NodeJS.Timeout | undefined;

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

  function end(
    job: StoredJob,
    state: 'failed' | 'unknown' | 'cancelled',
    error: AppErrorData,
    answerFileId?: string,
  ): void {
    parts.log(`job ${job.id} ${state}: ${error.kind}`);
    fractions.delete(job.id);
    const change = { state, endedAt: Date.now(), error };
    publish(
      endCleanup(parts, job, answerFileId === undefined ? change : { ...change, answerFileId }),
    );
  }

  /** Starts as many waiting jobs as there is room for. */
  function pump(): void {
    clearTimeout(wakeUp);
    if (closing.signal.aborted) {
      wakeIdleWaiters();
      return;
    }
    const now = Date.now();
    let next = Infinity;
    for (const job of jobs.inStates(['waiting'])) {
      if (running.size >= RUNNER.concurrency) break;
      if (running.has(job.id)) continue; // being prepared: its row says `waiting` until it leaves
      const start = notBefore.get(job.connectionId) ?? 0;
      if (start > now) next = Math.min(next, start);
      else begin(job, execute);
    }
    if (next !== Infinity) wakeUp = setTimeout(pump, next - now);
    if (running.size === 0 && next === Infinity) wakeIdleWaiters();
  }

  function wakeIdleWaiters(): void {
    for (const resolve of idleWaiters) resolve();
    idleWaiters.clear();
  }

  function begin(job: StoredJob, work: (job: StoredJob, signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    const finished = work(job, controller.signal)
      .catch((error: unknown) => settle(job.id, parts.cleanError(error), controller.signal))
      .finally(() => {
        running.delete(job.id);
        fractions.delete(job.id);
        pump();
      });
    running.set(job.id, { controller, finished });
  }

  function launch(planned: NewJob): { readonly jobId: string; readonly joined: boolean } {
    const same = jobs.underWay(planned.requestHash);
    if (same !== undefined) {
      joinCleanup(parts, planned);
      return { jobId: same.id, joined: true };
    }
    const job = startCleanup(parts, planned);
    publish(job);
    pump();
    return { jobId: job.id, joined: false };
  }

  async function execute(job: StoredJob, signal: AbortSignal): Promise<void> {
    const { client } = await connections.ready(job.connectionId);
    signal.throwIfAborted();
    const request = await prepareCleanup(parts, job);
    signal.throwIfAborted();
    step(job.id, { state: 'submitting', submittedAt: Date.now() });
    const onPhase = follower(job.id);
    await client.cleanup(request, { answerPath: parts.answers.path(job.id), signal, onPhase });
    await finish(job.id);
  }

  async function finish(jobId: string): Promise<void> {
    const job = jobs.get(jobId);
    if (job === undefined) return;
    const done = await finishCleanup(parts, job);
    fractions.delete(jobId);
    publish(done);
    await forgetAnswer(jobId);
    parts.ports.notify({ title: 'Clean-up finished', body: job.photoName });
  }

  /** What remains is removed at the next start. */
  async function forgetAnswer(jobId: string): Promise<void> {
    await parts.answers
      .forget(jobId)
      .catch((error: unknown) => parts.log(`answer ${jobId} stays: ${toAppError(error).message}`));
  }

  /** Follows one call. Never throws: a paid call must not break because its progress cannot be noted. */
  function follower(jobId: string): (phase: CallPhase) => void {
    let phaseSeen: CallPhase['phase'] = 'sending';
    let publishedAt = -Infinity;
    return (phase) => {
      try {
        if (phase.phase !== phaseSeen) {
          if (phase.phase === 'waiting') step(jobId, { state: 'processing' });
          if (phase.phase === 'receiving') step(jobId, { state: 'downloading' });
          phaseSeen = phase.phase;
        }
        const fraction = fractionOf(phase);
        if (fraction === undefined) return;
        if (performance.now() - publishedAt < RUNNER.fractionInterval) return;
        publishedAt = performance.now();
        fractions.set(jobId, fraction);
        const job = jobs.get(jobId);
        if (job !== undefined) feed.publishProgress(present(job));
      } catch (error) {
        parts.log(`job ${jobId}: ${phase.phase} is not noted: ${toAppError(error).message}`);
      }
    };
  }

  /** A job broke off: what does that mean for the user's money and picture? */
  async function settle(jobId: string, error: AppError, signal: AbortSignal): Promise<void> {
    const isClosing = closing.signal.aborted;
    if (isClosing && error.kind === 'cancelled') {
      // The next start takes it up: by itself where nothing had left, else the user decides.
      const job = jobs.get(jobId);
      if (job !== undefined && wasNeverSent(error)) step(jobId, { state: 'waiting' });
      return;
    }
    await untilRecorded(jobId, async () => {
      const job = jobs.get(jobId);
      if (job === undefined || isFinalJobState(job.state)) return;
      const isAnswerHere = await parts.answers.has(jobId);
      const outcome = outcomeOf(error, {
        isStopped: signal.aborted && !isClosing,
        hadBegunToLeave: job.state !== 'waiting',
        isAnswerHere,
      });
      if (outcome.kind === 'wait') {
        notBefore.set(job.connectionId, Date.now() + outcome.milliseconds);
        step(jobId, { state: 'waiting', error: outcome.error });
        return;
      }
      const isOfNoUse = error.kind === 'bad-answer' || !parts.photos.exists(job.photoId);
      const keptId = isAnswerHere && isOfNoUse ? await keepAnswer(parts, job) : undefined;
      end(job, outcome.state, outcome.error, keptId);
      if (keptId !== undefined) await forgetAnswer(jobId);
    });
  }

  /** The end of a job must get into its row, even if the disk is full for a while. */
  async function untilRecorded(jobId: string, record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await record();
        return;
      } catch (error) {
        parts.log(`job ${jobId}: its end cannot be recorded yet: ${toAppError(error).message}`);
      }
      try {
        await sleep(RUNNER.recordAgainMilliseconds, undefined, { signal: closing.signal });
      } catch {
        return; // Gesso closes: the next start finds the row as it is and takes the job up
      }
    }
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

  /** Answers whose job ended between recording the result and removing the answer. */
  async function sweepAnswers(): Promise<void> {
    for (const jobId of await parts.answers.list()) {
      const job = jobs.get(jobId);
      if (job !== undefined && isFinalJobState(job.state) && job.answerFileId !== undefined) {
        await forgetAnswer(jobId);
      }
    }
  }

  function mustBeUnfinished(jobId: string): StoredJob {
    const job = jobs.get(jobId);
    if (job !== undefined && isFinalJobState(job.state) && job.state !== 'done') return job;
    throw new AppError({
      kind: 'invalid-input',
      message: 'This run is not one that ended without a result, so it cannot be started again.',
    });
  }

  return {
    async resume() {
      await sweepAnswers();
      for (const job of jobs.inStates(['submitting', 'processing', 'downloading'])) {
        await takeUp(job);
      }
      pump();
    },
    runCleanup(photoId) {
      return launch(planCleanup(parts, photoId, parts.masks.read(photoId), connections.active()));
    },
    async runAgain(jobId) {
      mustBeUnfinished(jobId);
      const isAnswerHere = await parts.answers.has(jobId);
      if (running.has(jobId)) return { jobId }; // asked for twice at once: it is being finished
      const job = mustBeUnfinished(jobId);
      if (isAnswerHere) {
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
      closing.abort();
      clearTimeout(wakeUp);
      for (const { controller } of running.values()) controller.abort();
      await Promise.allSettled([...running.values()].map(({ finished }) => finished));
      wakeIdleWaiters();
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
