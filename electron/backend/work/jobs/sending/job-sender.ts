/** A row is on disk before its request. An unknown outcome is never repeated automatically. */
import type { JobEngine } from '../job-engine.ts';
import {
  toAppError,
  type AppErrorData,
  type AppError,
} from '../../../../../shared/errors/app-error.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import { wasNeverSent, type CallPhase } from '../../../service/client/index.ts';
import { pause, type JobClock } from '../job-clock.ts';
import { connectionRemoved, stoppedFollowing, outcomeOf, stopped } from './job-outcome.ts';
import type { StoredAnswer } from '../log/job-history-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { finishWithDamageReport } from '../kinds/finish-with-damage-report.ts';
import { SLOT_GROUP, type SlotClock, type SlotGroup } from './slot-clock.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { keepAnswer } from '../kinds/outputs.ts';

const SENDER = {
  /** Delay before recording the end is retried (full disk), ms. */
  recordAgainMilliseconds: 1000,
} as const;

function createJobFailures(
  deps: JobEngine & {
    readonly slots: SlotClock;
    readonly connections: Pick<Connections, 'exists'>;
    readonly closing: AbortSignal;
    readonly finish: (jobId: string, signal: AbortSignal) => Promise<void>;
    readonly lastAnswer: (jobId: string) => StoredAnswer | undefined;
  },
) {
  const { jobs, publisher, slots, clock } = deps;
  const refusals = new Map<string, number>();

  async function handle(jobId: string, error: AppError, signal: AbortSignal): Promise<void> {
    const isClosing = deps.closing.aborted;
    // The next start finishes an answer that waits for disk space.
    if (isClosing && error.kind === 'disk-full' && (await deps.answers.has(jobId))) return;
    if (isClosing && error.kind === 'cancelled') {
      // The next start resumes it: automatically if nothing was sent, otherwise the user decides.
      if (jobs.get(jobId) !== undefined && wasNeverSent(error)) {
        publisher.step(jobId, { state: 'waiting' });
      }
      return;
    }
    let isLateTried = false;
    await untilRecorded(jobId, async () => {
      const job = jobs.get(jobId);
      if (job === undefined || isFinalJobState(job.state)) return;
      // `pump` ends it together with the others of its connection.
      if (job.state === 'waiting' && !deps.connections.exists(job.connectionId)) return;
      const isAnswerHere = await deps.answers.has(jobId);
      const isStopped = signal.aborted && !isClosing;
      if (isAnswerHere && isStopped && error.kind === 'cancelled' && !isLateTried) {
        isLateTried = true;
        publisher.end(job, 'cancelled', stopped(true, job.connectionId));
        publisher.takeUpAgain(job, { state: 'downloading' });
        return deps.finish(jobId, signal); // It arrived at the moment of the command.
      }
      const outcome = outcomeOf(error, {
        connectionId: job.connectionId,
        isStopped,
        hadBegunToLeave: job.state !== 'waiting',
        isAnswerHere,
        refusals: refusals.get(jobId) ?? 0,
      });
      if (outcome.kind === 'wait') {
        holdBack(job, outcome.milliseconds, error);
        publisher.step(jobId, { state: 'waiting', error: outcome.error });
        return;
      }
      refusals.delete(jobId);
      const isOfNoUse = error.kind === 'bad-answer' || !isPhotoThere(job);
      const keptId = isAnswerHere && isOfNoUse ? await keepAnswer(deps, job) : undefined;
      deps.log(`job ${jobId} ${outcome.state}: ${outcome.error.kind}`);
      const answer = deps.lastAnswer(jobId);
      if (answer !== undefined) jobs.setLastAnswer(jobId, answer);
      publisher.end(job, outcome.state, outcome.error, keptId);
      if (keptId !== undefined) await forgetAnswer(deps, jobId);
    });
  }

  function isPhotoThere({ subject }: StoredJob): boolean {
    return subject === undefined || deps.photos.exists(subject.photoId);
  }

  /** Delays jobs of the same rate; if the service is unreachable, of every rate. */
  function holdBack(job: StoredJob, milliseconds: number, error: AppError): void {
    const until = clock.now() + milliseconds;
    const own = SLOT_GROUP[job.kind];
    const isRefused = error.kind === 'unreachable';
    if (isRefused) refusals.set(job.id, (refusals.get(job.id) ?? 0) + 1);
    const groups: readonly SlotGroup[] = isRefused ? ['image', 'video', 'upload'] : [own];
    for (const group of groups) slots.hold(job.connectionId, group, until);
  }

  /** Retries until the end is in the row, even if the disk is full for a while. */
  async function untilRecorded(jobId: string, record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await record();
        return;
      } catch (error) {
        deps.log(`job ${jobId}: its end cannot be recorded yet: ${toAppError(error).message}`);
      }
      await pause(clock, SENDER.recordAgainMilliseconds, deps.closing);
      // When Gesso closes, the row stays, and the next start resumes the job.
      if (deps.closing.aborted) return;
    }
  }

  return {
    handle,
    /** The service accepted the call: earlier refusals no longer count. */
    wasTaken: (jobId: string): void => void refusals.delete(jobId),
  };
}

/** A remaining file is deleted at the next start. */
export async function forgetAnswer(
  deps: Pick<JobEngine, 'answers' | 'log'>,
  jobId: string,
): Promise<void> {
  await deps.answers
    .forget(jobId)
    .catch((error: unknown) => deps.log(`answer ${jobId} stays: ${toAppError(error).message}`));
}

const BLOCKED = {
  answer: held(
    'The disk is full. Gesso holds the result in memory and saves it as soon as there is space. Free some space before you quit Gesso.',
  ),
  result: held(
    'The disk is full. The service’s answer is saved. Gesso finishes the result as soon as there is space.',
  ),
  task: held(
    'The disk is full. The service works on the task, and Gesso notes its ID as soon as there is space. Free some space before you quit Gesso.',
  ),
} as const;

export type JobSender = ReturnType<typeof createJobSender>;

interface BusyJob {
  readonly controller: AbortController;
  readonly finished: Promise<void>;
}

export function createJobSender(
  deps: JobEngine & {
    readonly slots: SlotClock;
    readonly connections: Pick<Connections, 'ready' | 'exists'>;
    readonly concurrency: () => number;
    onTask(job: StoredJob): void;
    onDone(job: StoredJob): void;
    onQuiet(): void;
  },
) {
  const { jobs, publisher, slots, clock, kinds } = deps;
  const busy = new Map<string, BusyJob>();
  /** Last answers to submissions, stored with a job that fails because of them. */
  const lastAnswers = new Map<string, StoredAnswer>();
  const closing = new AbortController();
  const failures = createJobFailures({
    ...deps,
    closing: closing.signal,
    finish: finishNow,
    lastAnswer: (jobId) => lastAnswers.get(jobId),
  });
  let isWaiting = false;
  let callOff = () => undefined as void;

  function pump(): void {
    callOff();
    isWaiting = false;
    if (closing.signal.aborted) {
      deps.onQuiet();
      return;
    }
    const now = clock.now();
    let next = Infinity;
    for (const { job, start } of waitingJobs(now)) {
      if (start > now) {
        next = Math.min(next, start);
        publisher.setProgress(job.id, { startsAt: start });
      } else if (busy.size < deps.concurrency()) {
        begin(job, execute);
      }
    }
    isWaiting = next !== Infinity;
    if (isWaiting) callOff = clock.after(next - now, pump);
    deps.onQuiet();
  }

  /** Ends waiting jobs of removed connections; the run of a recipe keeps its own and pauses. */
  function connectedJobs(): readonly StoredJob[] {
    const waiting = jobs.waiting();
    const ids = new Set(waiting.map(({ connectionId }) => connectionId));
    const removed = new Set([...ids].filter((id) => !deps.connections.exists(id)));
    for (const job of waiting) {
      const isCutOff = removed.has(job.connectionId) && !busy.has(job.id);
      if (isCutOff && job.batchId === undefined) {
        publisher.end(job, 'cancelled', connectionRemoved(job));
      }
    }
    return waiting.filter(({ connectionId }) => !removed.has(connectionId));
  }

  function waitingJobs(now: number): readonly { job: StoredJob; start: number }[] {
    const all = connectedJobs();
    const lines = Map.groupBy(all, (job) => `${SLOT_GROUP[job.kind]} ${job.connectionId}`);
    const starts = new Map<string, number>();
    for (const line of lines.values()) {
      const [first] = line;
      if (first === undefined) continue;
      const { connectionId, kind } = first;
      const planned = slots.plan(connectionId, SLOT_GROUP[kind], now, line.length);
      for (const [index, { id }] of line.entries()) starts.set(id, planned[index] ?? now);
    }
    // The row of a busy job says `waiting` until it is sent.
    return all.flatMap((job) =>
      busy.has(job.id) ? [] : [{ job, start: starts.get(job.id) ?? now }],
    );
  }

  function begin(job: StoredJob, work: (job: StoredJob, signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    const finished = work(job, controller.signal)
      .catch((error: unknown) => failures.handle(job.id, deps.cleanError(error), controller.signal))
      .finally(() => {
        deps.answers.forgetSent(job.id);
        lastAnswers.delete(job.id);
        busy.delete(job.id);
        pump();
      })
      // Gesso is closing, or the disk refuses writes: the next start or poll finds the row
      // unchanged.
      .catch((error: unknown) => deps.log(`job ${job.id}: ${toAppError(error).message}`));
    busy.set(job.id, { controller, finished });
  }

  async function execute(job: StoredJob, signal: AbortSignal): Promise<void> {
    // In parallel: a keychain may be slow.
    const [{ client }, send] = await Promise.all([
      deps.connections.ready(job.connectionId),
      kinds[job.kind].prepare(job),
    ]);
    signal.throwIfAborted();
    // Its recipe was paused, or its connection removed, before anything was sent.
    if (jobs.isHeld(job.id) || !deps.connections.exists(job.connectionId)) return;
    const submittedAt = clock.now();
    const group = SLOT_GROUP[job.kind];
    slots.take(job.connectionId, group, submittedAt);
    publisher.step(job.id, { state: 'submitting', submittedAt });
    const options = {
      signal,
      jobId: job.id,
      answerPath: deps.answers.path(job.id),
      onPhase: followPhases(deps, job),
      onAnswer: (text: string) => lastAnswers.set(job.id, { at: clock.now(), text }),
      onHeld: (isHeld: boolean) =>
        publisher.setProgress(job.id, { trouble: isHeld ? BLOCKED.answer : undefined }),
    };
    const sent = await send(client, options).catch((error: unknown) => {
      if (wasNeverSent(toAppError(error))) slots.giveBack(job.connectionId, group, submittedAt);
      throw error;
    });
    failures.wasTaken(job.id);
    switch (sent.is) {
      case 'answered':
        return finishNow(job.id, signal);
      case 'task': {
        const { taskId, findings } = sent;
        const task = await waitForSpace(
          () => publisher.step(job.id, { state: 'queued', taskId, findings }),
          {
            clock,
            signal: closing.signal,
            onFull: () => publisher.setProgress(job.id, { trouble: BLOCKED.task }),
          },
        );
        // Cancelled at the moment when the service accepted it.
        if (signal.aborted && !closing.signal.aborted)
          publisher.end(task, 'cancelled', stoppedFollowing(job.kind, job.connectionId));
        deps.onTask(task);
        return;
      }
      case 'over': {
        const { findings } = sent;
        deps.onDone(publisher.step(job.id, { state: 'done', endedAt: clock.now(), findings }));
      }
    }
  }

  /** @param signal ends waiting for disk space: the answer stays */
  async function finishNow(jobId: string, signal: AbortSignal): Promise<void> {
    const job = jobs.get(jobId);
    if (job === undefined) return;
    const done = await waitForSpace(() => finishWithDamageReport(deps, job), {
      clock,
      signal: AbortSignal.any([signal, closing.signal]),
      onFull: () => publisher.setProgress(jobId, { trouble: BLOCKED.result }),
    });
    publisher.publish(done);
    await forgetAnswer(deps, jobId);
    deps.onDone(done);
  }

  return {
    pump,
    /** Finishes a job whose answer is stored. */
    finish: (job: StoredJob): void => begin(job, (_job, signal) => finishNow(job.id, signal)),
    stop(jobId: string): boolean {
      const active = busy.get(jobId);
      active?.controller.abort();
      return active !== undefined;
    },
    isBusyWith: (jobId: string): boolean => busy.has(jobId),
    /** Resolves when the job is not being processed. */
    async whenFinished(jobId: string): Promise<void> {
      await busy.get(jobId)?.finished.catch(() => undefined); // The job handles its own error.
    },
    busyCount: (): number => busy.size,
    isIdle: (): boolean => busy.size === 0 && (!isWaiting || closing.signal.aborted),
    async close(): Promise<void> {
      closing.abort();
      callOff();
      for (const { controller } of busy.values()) controller.abort();
      await Promise.allSettled([...busy.values()].map(({ finished }) => finished));
    },
  };
}

/** Never throws: failing to record progress must not abort a paid call. */
function followPhases(
  deps: Pick<JobEngine, 'kinds' | 'publisher' | 'log'>,
  job: StoredJob,
): (phase: CallPhase) => void {
  const { publisher, kinds } = deps;
  // An answer that is not the result is short and needs no step.
  const hasSteps = kinds[job.kind].result === 'answer';
  let phaseSeen: CallPhase['phase'] = 'sending';
  return (phase) => {
    try {
      if (hasSteps && phase.phase !== phaseSeen) {
        if (phase.phase === 'waiting') publisher.step(job.id, { state: 'processing' });
        if (phase.phase === 'receiving') publisher.step(job.id, { state: 'downloading' });
      }
      phaseSeen = phase.phase;
      const fraction = hasSteps || phase.phase === 'sending' ? fractionOf(phase) : undefined;
      if (fraction !== undefined) publisher.setProgress(job.id, { fraction });
    } catch (error) {
      deps.log(`job ${job.id}: ${phase.phase} is not noted: ${toAppError(error).message}`);
    }
  };
}

function fractionOf(phase: CallPhase): number | undefined {
  if (phase.phase === 'sending' && phase.totalBytes > 0) return phase.sentBytes / phase.totalBytes;
  if (phase.phase === 'receiving' && phase.totalBytes !== undefined && phase.totalBytes > 0) {
    return Math.min(1, phase.receivedBytes / phase.totalBytes);
  }
  return undefined;
}

/** First and longest delay between attempts, ms. */
const WAITS = { first: 500, most: 5000 } as const;

/** @throws the action's error; a full disk only once `signal` is aborted */
async function waitForSpace<Result>(
  action: () => Result | Promise<Result>,
  options: { readonly clock: JobClock; readonly signal: AbortSignal; onFull(): void },
): Promise<Result> {
  for (let wait: number = WAITS.first; ; wait = Math.min(wait * 2, WAITS.most)) {
    try {
      return await action();
    } catch (error) {
      if (toAppError(error).kind !== 'disk-full' || options.signal.aborted) throw error;
      options.onFull();
      await pause(options.clock, wait, options.signal);
    }
  }
}

function held(message: string): AppErrorData {
  return { kind: 'disk-full', message };
}
