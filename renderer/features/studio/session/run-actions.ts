/** Runs on the open photo: starting them, following them, and what becomes of their masks. */
import type { CallPlan, StartedRun } from '../../../../shared/contract/cleanup.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { backend } from '../../../backend/client.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { loadMask } from '../../../backend/media.ts';
import { aroundBox } from '../run/around-box.ts';
import { planBoxes, usedBoxes } from '../run/box-plan.ts';
import { INITIAL_PLAN, textBoxesOf, useRun } from '../run/run-store.ts';
import { planText } from '../run/text-plan.ts';
import { isInHistory } from './catch-up.ts';
import { download } from './download.ts';
import { createPatchCommand, createRunCommand, STEP_LABELS } from './patch-commands.ts';
import { hasOwnMask, jobsOnPhoto } from './photo-jobs.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { storedSentence } from './stored-sentence.ts';
import { useStudio } from './studio-store.ts';
import { say } from '../../../ui/say.ts';

/** `use`: what is kept is taken in place of a call. `ignore`: all are calls. `only`: no calls. */
export type StoredUse = 'use' | 'ignore' | 'only';

/** Jobs that have been started, and of which kind. */
export interface FollowedRun {
  readonly started: StartedRun;
  readonly kind: 'cleanup' | 'remove-text';
}

export interface RunActions {
  /** Runs what is chosen, on the boxes that are shown. */
  run(stored: StoredUse): Promise<void>;
  /** What `run` would do now; saves the mask first. Rejects with what `run` would fail with. */
  plan(): Promise<CallPlan | undefined>;
  runAgain(jobId: string): Promise<void>;
  /**
   * Something else that starts runs: they become steps of the history, as after `run`. Nothing of the
   * mask is saved meanwhile.
   */
  follow(start: (current: OpenWork) => Promise<FollowedRun>): Promise<void>;
  /** Runs again what of a run came to nothing. */
  runRest(runId: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  /** Stops all of the photo's runs that are under way. */
  cancelAll(jobIds: readonly string[]): Promise<void>;
  saveKeptAnswer(jobId: string): Promise<void>;
  /** Puts away what runs ended with. */
  dismiss(...jobIds: readonly string[]): Promise<void>;
  /** A job of any photo has ended. */
  finished(job: Job): Promise<void>;
}

export function createRunActions(context: SessionContext): RunActions {
  const { core, attempt, fail, refresh } = context;
  const set = useStudio.setState;
  const get = useStudio.getState;
  /** Runs that are being started: what ends meanwhile waits until its step is in the history. */
  let starting = 0;
  const ended: Job[] = [];

  async function whileStarting(start: () => Promise<void>): Promise<void> {
    starting += 1;
    try {
      await start();
    } finally {
      starting -= 1;
      if (starting === 0) for (const job of ended.splice(0)) void finished(job);
    }
  }

  /**
   * Runs have begun, each with its part of the mask: from now on they are steps of the history.
   *
   * @param isOwnMask their masks are not taken from the painted one
   */
  async function follow(
    current: OpenWork,
    jobIds: readonly string[],
    kind: Job['kind'],
    isOwnMask = false,
  ): Promise<void> {
    for (const jobId of jobIds) {
      const isCleanup = kind === 'cleanup';
      const takesMask = isCleanup && !isOwnMask;
      const tiles = takesMask ? await loadMask(jobMaskUrl(jobId)) : [];
      if (context.work() !== current) return;
      const taken = takesMask ? core.subtractTiles(tiles) : undefined;
      if (current.runs.has(jobId)) {
        if (taken !== undefined) core.history.push(taken); // joined: it has its step already
        continue;
      }
      const label = isCleanup ? STEP_LABELS.cleanup : STEP_LABELS['remove-text'];
      const around = isCleanup ? aroundBox(core, jobId) : undefined;
      const run = createRunCommand(current.commands, { jobId, label, taken, around });
      current.runs.set(jobId, run);
      core.history.push(run.command);
    }
  }

  async function finished(job: Job): Promise<void> {
    if (job.kind !== 'cleanup' && job.kind !== 'remove-text') return;
    const current = context.work();
    if (current === undefined || job.photoId !== current.photoId) return;
    if (starting > 0) {
      ended.push(job);
      return;
    }
    const run = current.runs.get(job.id);
    current.runs.delete(job.id);
    try {
      if (job.state === 'done') {
        await refresh();
        const patch = get().patches.find(({ jobId }) => jobId === job.id);
        if (patch !== undefined && run !== undefined) run.complete(patch);
        else if (patch !== undefined && !isInHistory(core.history, job.id)) {
          core.history.push(createPatchCommand(current.commands, patch));
        } else if (run !== undefined) core.history.remove(run.command); // nothing had to be changed
        return;
      }
      const isGivenBack = job.kind === 'cleanup' && !hasOwnMask(job);
      if (isGivenBack) core.uniteTiles(await loadMask(jobMaskUrl(job.id)));
      if (run !== undefined) core.history.remove(run.command);
    } catch (thrown) {
      fail(thrown);
    }
  }

  /** A new run puts away what earlier ones ended with. */
  function dismissEnded(photoId: string): void {
    for (const job of jobsOnPhoto(useJobs.getState().jobs, photoId)) {
      if (!isFinalJobState(job.state)) continue;
      void backend.jobs.acknowledge({ jobId: job.id }).catch(fail);
    }
  }

  /** The clean-up as it is shown, on what is painted at this moment. */
  function wantedCleanup(photoId: string) {
    const { photo } = get();
    const { byHand } = useRun.getState();
    if (photo === undefined || byHand === undefined) return { photoId };
    const plan = planBoxes(core.maskTiles(), byHand, photo);
    return plan.isByHand ? { photoId, regions: usedBoxes(plan) } : { photoId };
  }

  /** The text removal as it is shown. @throws AppError `empty-mask` when no box is drawn */
  function wantedTextRemoval(photoId: string) {
    const { photo } = get();
    const state = useRun.getState();
    const boxes = textBoxesOf(state, photoId);
    if (photo === undefined) return undefined;
    const { mode } = planText(photo, boxes, state.textMode);
    if (mode !== 'boxes') return { photoId, mode };
    if (boxes.length > 0) return { photoId, mode, boxes };
    throw new AppError({
      kind: 'empty-mask',
      message: 'No box is drawn yet. Draw one around the text that should go, with T.',
    });
  }

  async function startCleanup(
    wanted: ReturnType<typeof wantedCleanup>,
    stored: StoredUse,
  ): Promise<StartedRun> {
    if (stored === 'only') return backend.cleanup.useStored(wanted);
    return backend.cleanup.run({ ...wanted, stored });
  }

  async function startTextRemoval(
    { photoId }: OpenWork,
    stored: StoredUse,
  ): Promise<StartedRun | undefined> {
    const wanted = wantedTextRemoval(photoId);
    if (wanted === undefined || stored === 'only') return undefined; // offered for clean-ups only
    return backend.removeText.run({ ...wanted, stored });
  }

  return {
    run: (stored) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined || get().isStarting) return;
        const { operation } = useRun.getState();
        set({ isStarting: true });
        try {
          dismissEnded(current.photoId);
          await whileStarting(() =>
            current.saver.paused(async () => {
              await current.saver.flush();
              const cleanup = operation === 'cleanup' ? wantedCleanup(current.photoId) : undefined;
              const started = await (cleanup === undefined
                ? startTextRemoval(current, stored)
                : startCleanup(cleanup, stored));
              if (started === undefined) return;
              const isAll = stored !== 'only';
              if (cleanup !== undefined && isAll) useRun.setState({ ...INITIAL_PLAN });
              await follow(current, started.jobIds, operation);
              const sentence = storedSentence(started);
              if (sentence !== undefined) say(sentence);
            }),
          );
        } finally {
          set({ isStarting: false });
        }
      }),
    async plan() {
      const current = context.work();
      if (current === undefined) return undefined;
      if (useRun.getState().operation === 'remove-text') {
        const wanted = wantedTextRemoval(current.photoId);
        return wanted === undefined ? undefined : backend.removeText.plan(wanted);
      }
      await current.saver.flush();
      return backend.cleanup.plan(wantedCleanup(current.photoId));
    },
    follow: (start) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined || get().isStarting) return;
        set({ isStarting: true });
        try {
          await whileStarting(() =>
            current.saver.paused(async () => {
              await current.saver.flush();
              const { started, kind } = await start(current);
              await follow(current, started.jobIds, kind);
              const sentence = storedSentence(started);
              if (sentence !== undefined) say(sentence);
            }),
          );
        } finally {
          set({ isStarting: false });
        }
      }),
    runAgain: (jobId) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        const job = useJobs.getState().jobs.get(jobId);
        await current.saver.flush();
        await whileStarting(async () => {
          const again = await backend.jobs.runAgain({ jobId });
          if (again.jobId !== jobId) await backend.jobs.acknowledge({ jobId });
          await follow(current, [again.jobId], job?.kind ?? 'cleanup', hasOwnMask(job));
        });
      }),
    runRest: (runId) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        const jobs = [...useJobs.getState().jobs.values()].filter((job) => job.runId === runId);
        await current.saver.flush();
        await whileStarting(async () => {
          const { jobIds } = await backend.jobs.runRest({ runId });
          const [first] = jobs;
          await follow(current, jobIds, first?.kind ?? 'cleanup', hasOwnMask(first));
          const again = new Set(jobIds);
          for (const { id, state } of jobs) {
            if (again.has(id) || !isFinalJobState(state) || state === 'done') continue;
            await backend.jobs.acknowledge({ jobId: id });
          }
        });
      }),
    cancel: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
    cancelAll: (jobIds) =>
      attempt(async () => {
        // the last first: a call that waits must not leave because another one has ended
        for (const jobId of jobIds.toReversed()) await backend.jobs.cancel({ jobId });
      }),
    saveKeptAnswer: (jobId) =>
      attempt(async () => download(await backend.jobs.saveKeptAnswer({ jobId }))),
    dismiss: (...jobIds) =>
      attempt(async () => {
        for (const jobId of jobIds) await backend.jobs.acknowledge({ jobId });
      }),
    finished,
  };
}
