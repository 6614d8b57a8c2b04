/** Runs on the open photo: starting them, stopping them, and taking their results. */
import type { CallPlan, StartedRun } from '../../../../shared/contract/cleanup.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { photoIdOf } from '../model/job-subject.ts';
import type { NextRun } from '../model/next-run.ts';
import { jobsOnPhoto, restOf, runsOnPhoto } from '../model/photo-jobs.ts';
import type { StoredUse } from '../model/run-store.ts';
import { MANY_CALLS } from '../model/text-plan.ts';
import { finishSave } from '../../../work/saving/finish-save.ts';
import { addRunSteps, begunRun, endRunStep, type BegunRun } from './run-steps.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import {
  startCleanup,
  startTextRemoval,
  wantedCleanup,
  wantedTextRemoval,
  type StoredRun,
} from './start-run.ts';
import { storedSentence } from './stored-sentence.ts';
import { boxesOfJob } from './taken-boxes.ts';
import { sayTextRemoved } from './text-outcome.ts';

export interface RunActions {
  /**
   * Runs the selected operation on the boxes that are shown. A text removal of many calls asks first
   * (`asked` of the run's store), once for each photo.
   */
  run(stored: StoredUse): Promise<void>;
  /** The answer to that question: run, draw boxes instead, or neither. */
  answer(answer: 'run' | 'boxes' | 'cancel'): Promise<void>;
  /** The calls that `run` would make now; saves the mask first. Rejects with the error that `run` would report. */
  askPlan(): Promise<CallPlan | undefined>;
  runAgain(jobId: string): Promise<void>;
  /**
   * Something else that starts a run: it becomes steps of the history, as after `run`. Nothing of the
   * mask is saved meanwhile.
   *
   * @param start resolves to `undefined` when it has started nothing
   */
  startWith(start: (current: OpenWork) => Promise<StoredRun | undefined>): Promise<void>;
  /** Runs the unfinished parts of a run again: of the youngest that has some, unless given. */
  runRest(runId?: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  /** Stops runs of the photo that are under way: all unless given. */
  cancelAll(jobIds?: readonly string[]): Promise<void>;
  /** Asks for the result of a task once more; costs nothing. */
  lookAgain(jobId: string): Promise<void>;
  saveKeptAnswer(jobId: string): Promise<void>;
  /** Dismisses the outcome of jobs. */
  dismiss(...jobIds: readonly string[]): Promise<void>;
  /** The part of the mask that a job has taken. @throws AppError when it cannot be fetched */
  maskOf(jobId: string, signal: AbortSignal): Promise<readonly PackedMaskTile[]>;
  /** A job of any photo has ended. */
  finished(job: Job): Promise<void>;
}

/** @param drawBoxes text is to be removed by boxes from now on */
export function createRunActions(context: SessionContext, drawBoxes: () => void): RunActions {
  const { core, backend, media, jobs, stores, say, attempt, fail } = context;
  const { studio, run: runStore } = stores;
  /** Runs that are being started: jobs that end meanwhile wait until their step is in the history. */
  let starting = 0;
  const ended: Job[] = [];
  /** Results of each run that are being fetched: the last one speaks for all. */
  const taking = new Map<string, number>();
  /** Photos, as long as they are open, whose many calls the user has agreed to. */
  const confirmed = new WeakSet<OpenWork>();

  /**
   * Starts jobs on the saved mask; they become steps of the history before any of them ends. Meanwhile
   * the mask is not saved: that would bring back the parts that the jobs take.
   *
   * @returns the started run; `undefined` when nothing was started
   */
  async function begin<Begun extends BegunRun>(
    current: OpenWork,
    start: () => Promise<Begun | undefined>,
  ): Promise<Begun | undefined> {
    starting += 1;
    try {
      await context.settle();
      return await current.saver.paused(async () => {
        await current.saver.flush();
        const begun = await start();
        if (begun !== undefined && context.work() === current) addRunSteps(context, current, begun);
        return begun;
      });
    } finally {
      starting -= 1;
      if (starting === 0) for (const job of ended.splice(0)) void finished(job);
    }
  }

  function startWith(start: (current: OpenWork) => Promise<StoredRun | undefined>): Promise<void> {
    return attempt(async () => {
      const current = context.work();
      if (current === undefined || studio.getState().isStarting) return;
      studio.setState({ isStarting: true, suggestion: undefined });
      const isPaid = runStore.getState().calls?.isPractice === false;
      try {
        const begun = await begin(current, () => start(current));
        const sentence = begun && storedSentence(begun, isPaid);
        if (sentence !== undefined) say(sentence);
      } finally {
        studio.setState({ isStarting: false });
      }
    });
  }

  async function finished(job: Job): Promise<void> {
    if (job.kind !== 'cleanup' && job.kind !== 'remove-text') return;
    const current = context.work();
    if (current === undefined || photoIdOf(job) !== current.photoId) return;
    if (starting > 0) {
      ended.push(job);
      return;
    }
    const runId = job.runId ?? job.id;
    taking.set(runId, (taking.get(runId) ?? 0) + 1);
    try {
      await endRunStep(context, current, job);
      const others = (taking.get(runId) ?? 1) - 1;
      taking.set(runId, others);
      if (others === 0) await sayTextRemoved(context, current, job);
    } catch (thrown) {
      fail(thrown);
    }
  }

  /** The next run at this moment. Adjusted boxes have to fit the current mask. */
  function nextRun(): NextRun {
    const { operation, byHand } = runStore.getState();
    const areBoxesSent = operation === 'cleanup' && byHand !== undefined;
    if (areBoxesSent) runStore.setState({ painted: core.maskTiles() });
    return stores.nextRun();
  }

  /** Calls of a text removal that asks first; `undefined` when it need not. */
  function callsToAskAbout(current: OpenWork, next: NextRun, stored: StoredUse) {
    if (next.operation !== 'remove-text' || confirmed.has(current)) return undefined;
    const plan = runStore.getState().calls?.calls;
    const saved = (plan ?? []).filter((call) => call.stored !== undefined).length;
    const calls = next.regions.length - (stored === 'ignore' ? 0 : saved);
    return calls > MANY_CALLS ? calls : undefined;
  }

  function start(stored: StoredUse): Promise<void> {
    return startWith(async (current) => {
      const next = nextRun();
      const calls = callsToAskAbout(current, next, stored);
      if (calls !== undefined) {
        runStore.setState({ asked: { stored, calls } });
        return undefined;
      }
      dismissEnded(context, current.photoId);
      return next.operation === 'cleanup'
        ? startCleanup(context, current, next, stored)
        : startTextRemoval(context, current, next, stored);
    });
  }

  /**
   * Starts the same once more, and dismisses its former outcome.
   *
   * @param before the jobs that are repeated
   */
  async function repeat(
    current: OpenWork,
    before: readonly Job[],
    start: () => Promise<Pick<StartedRun, 'jobIds' | 'masks'>>,
  ): Promise<void> {
    const kind = before[0]?.kind ?? 'cleanup';
    const begun = await begin(current, async () => begunRun(await start(), kind));
    current.textBoxes.taken(before.flatMap(boxesOfJob));
    for (const { id, state } of before) {
      const isOver = isFinalJobState(state) && state !== 'done';
      if (!isOver || begun?.jobIds.includes(id) === true) continue;
      await backend.jobs.acknowledge({ jobId: id });
    }
  }

  return {
    run: start,
    async answer(answer) {
      const { asked } = runStore.getState();
      const current = context.work();
      runStore.setState({ asked: undefined });
      if (answer === 'cancel' || asked === undefined || current === undefined) return;
      if (answer === 'boxes') {
        drawBoxes();
        return;
      }
      confirmed.add(current);
      await start(asked.stored);
    },
    async askPlan() {
      const current = context.work();
      if (current === undefined) return undefined;
      if (runStore.getState().operation === 'remove-text') {
        const wanted = wantedTextRemoval(current.photoId, nextRun());
        return wanted === undefined ? undefined : backend.removeText.plan(wanted);
      }
      await current.saver.flush();
      return backend.cleanup.plan(wantedCleanup(current.photoId, nextRun()));
    },
    startWith,
    runAgain: (jobId) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        const job = jobs.all().get(jobId);
        await repeat(current, job === undefined ? [] : [job], async () => {
          const again = await backend.jobs.runAgain({ jobId });
          return { jobIds: [again.jobId], masks: again.masks };
        });
      }),
    runRest: (runId) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        const all = jobs.all();
        const left = runsOnPhoto(all, current.photoId).findLast((run) => restOf(run).length > 0);
        const wantedId = runId ?? left?.id;
        if (wantedId === undefined) return;
        const before = [...all.values()].filter((job) => job.runId === wantedId);
        await repeat(current, before, () => backend.jobs.runRest({ runId: wantedId }));
      }),
    cancel: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
    cancelAll: (jobIds) =>
      attempt(async () => {
        const photoId = context.work()?.photoId ?? '';
        const running = jobsOnPhoto(jobs.all(), photoId).filter(
          ({ state }) => !isFinalJobState(state),
        );
        const wanted = jobIds ?? running.map(({ id }) => id);
        // the last first: a call that waits must not leave because another one has ended
        for (const jobId of wanted.toReversed()) await backend.jobs.cancel({ jobId });
      }),
    lookAgain: (jobId) => attempt(() => backend.jobs.lookAgain({ jobId })),
    saveKeptAnswer: (jobId) =>
      attempt(async () => finishSave(await backend.jobs.saveKeptAnswer({ jobId }), say)),
    dismiss: (...jobIds) =>
      attempt(async () => {
        for (const jobId of jobIds) await backend.jobs.acknowledge({ jobId });
      }),
    maskOf: async (jobId, signal) =>
      context.work()?.masks.get(jobId) ?? media.loadMask(jobMaskUrl(jobId), signal),
    finished,
  };
}

/** A new run dismisses the outcome of earlier ones. */
function dismissEnded({ backend, jobs, fail }: SessionContext, photoId: string): void {
  for (const job of jobsOnPhoto(jobs.all(), photoId)) {
    if (!isFinalJobState(job.state)) continue;
    void backend.jobs.acknowledge({ jobId: job.id }).catch(fail);
  }
}
