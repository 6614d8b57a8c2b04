import type { CallPlan, StartedRun } from '../../../../shared/contract/cleanup.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { type PackedMaskTile, uniteTiles } from '../../../../shared/mask/mask-tiles.ts';
import { photoIdOf } from '../model/job-subject.ts';
import { nextRun, type NextRun } from '../model/next-run.ts';
import { jobsOnPhoto, restOf, runsOnPhoto } from '../model/photo-jobs.ts';
import { INITIAL_PLAN, type StoredUse } from '../model/studio-store.ts';
import { MANY_CALLS } from '../model/text-plan.ts';
import { addRunSteps, begunRun, endRunStep } from './run-steps.ts';
import type { BegunRun, OpenWork, SessionContext } from './session-context.ts';
import { storedSentence } from './stored-sentence.ts';
import { boxesOfJob } from './taken-boxes.ts';
import { connectedGroups, paintedCells } from '../../../../shared/geometry/mask-cells.ts';

import { count } from '../../../core/ui/format.ts';
import { boxesOf } from '../model/block-boxes.ts';
import { rectsWithout } from '../../../../shared/geometry/rect.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { nameWithKeys } from '../../../core/commands/shortcut-keys.ts';
import { RUNS } from '../commands/studio-commands.ts';

export type StudioRunActions = ReturnType<typeof createStudioRunActions>;

/** @param drawBoxes switches to text removal by boxes */
export function createStudioRunActions(context: SessionContext, drawBoxes: () => void) {
  const { core, backend, media, jobs, store, say, attempt, fail } = context;
  /** Jobs that end while runs start must wait for their steps in the history. */
  let starting = 0;
  /** Last runs by photo id: with a run that started after its photo was closed, once it has. */
  const starts = new Map<string, Promise<BegunRun | undefined>>();
  const ended: Job[] = [];
  /** Results being fetched per run: the last one reports for all. */
  const taking = new Map<string, number>();
  /** Open photos whose many calls the user has confirmed. */
  const confirmed = new WeakSet<OpenWork>();

  /**
   * Starts jobs on the saved mask and adds their steps before any ends. Saving pauses, since it
   * would restore the parts that the jobs take.
   * @returns `undefined` if nothing was started
   */
  async function begin<Begun extends BegunRun>(
    current: OpenWork,
    start: () => Promise<Begun | undefined>,
  ): Promise<Begun | undefined> {
    starting += 1;
    const { promise, resolve } = Promise.withResolvers<BegunRun | undefined>();
    starts.set(current.photoId, promise);
    let missed: BegunRun | undefined;
    try {
      await context.flush();
      return await current.saver.paused(async () => {
        await current.saver.flush();
        const begun = await start();
        if (context.work() !== current) missed = begun;
        else if (begun !== undefined) addRunSteps(context, current, begun);
        return begun;
      });
    } catch (thrown) {
      if (context.work() === current) throw thrown;
      fail(thrown); // without “Try again”, which would run on the photo that is open now
      return undefined;
    } finally {
      resolve(missed);
      starting -= 1;
      if (starting === 0) for (const job of ended.splice(0)) void finished(job);
    }
  }

  /** @param prepare called before the mask is saved, since another photo may be opened meanwhile */
  function startWith(
    prepare: (current: OpenWork) => () => Promise<StoredRun | undefined>,
  ): Promise<void> {
    return attempt(async () => {
      const current = context.work();
      if (current === undefined || store.getState().isStarting) return;
      const start = prepare(current);
      store.setState({ isStarting: true, suggestion: undefined });
      const isPaid = store.getState().run.calls?.isPractice === false;
      try {
        const begun = await begin(current, start);
        const sentence = begun && storedSentence(begun, isPaid);
        if (sentence !== undefined) say(sentence);
      } finally {
        // another photo may be starting a run of its own
        if (context.work() === current) store.setState({ isStarting: false });
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

  /** Adjusted boxes must fit the current mask. */
  function fittedRun(): NextRun {
    const { operation, byHand } = store.getState().run;
    const areBoxesSent = operation === 'cleanup' && byHand !== undefined;
    if (areBoxesSent) store.setSlice('run', { painted: core.mask.packed() });
    return nextRun(store.getState());
  }

  /** Returns `undefined` if no confirmation is needed. */
  function callsToAskAbout(current: OpenWork, next: NextRun, stored: StoredUse) {
    if (next.operation !== 'remove-text' || confirmed.has(current)) return undefined;
    const plan = store.getState().run.calls?.calls;
    const saved = (plan ?? []).filter((call) => call.stored !== undefined).length;
    const calls = next.regions.length - (stored === 'ignore' ? 0 : saved);
    return calls > MANY_CALLS ? calls : undefined;
  }

  function start(stored: StoredUse): Promise<void> {
    return startWith((current) => {
      const next = fittedRun();
      return async () => {
        const calls = callsToAskAbout(current, next, stored);
        if (calls !== undefined) {
          if (context.work() === current) store.setSlice('run', { asked: { stored, calls } });
          return undefined;
        }
        dismissEnded(context, current.photoId);
        return next.operation === 'cleanup'
          ? startCleanup(context, current, next, stored)
          : startTextRemoval(context, current, next, stored);
      };
    });
  }

  /** Repeats jobs and dismisses their outcome. @param before the jobs to repeat */
  async function repeat(
    current: OpenWork,
    before: readonly Job[],
    start: () => Promise<Pick<StartedRun, 'jobIds' | 'masks'>>,
  ): Promise<void> {
    const kind = before[0]?.kind ?? 'cleanup';
    const begun = await begin(current, async () => begunRun(await start(), kind));
    if (begun === undefined) return;
    current.textBoxes.taken(before.flatMap(boxesOfJob));
    for (const { id, state } of before) {
      const isOver = isFinalJobState(state) && state !== 'done';
      if (!isOver || begun.jobIds.includes(id)) continue;
      await backend.jobs.acknowledge({ jobId: id });
    }
  }

  return {
    /** A text removal of many calls asks first (`asked` of the run store), once per photo. */
    run: start,
    async answer(answer: 'run' | 'boxes' | 'cancel'): Promise<void> {
      const { asked } = store.getState().run;
      const current = context.work();
      store.setSlice('run', { asked: undefined });
      if (answer === 'cancel' || asked === undefined || current === undefined) return;
      if (answer === 'boxes') return drawBoxes();
      confirmed.add(current);
      await start(asked.stored);
    },
    /** Returns the calls of `run`. Saves the mask first. Rejects with the error `run` would show. */
    async askPlan(): Promise<CallPlan | undefined> {
      const current = context.work();
      if (current === undefined) return undefined;
      if (store.getState().run.operation === 'remove-text') {
        const wanted = wantedTextRemoval(current.photoId, fittedRun());
        return wanted === undefined ? undefined : backend.removeText.plan(wanted);
      }
      await current.saver.flush();
      return backend.cleanup.plan(wantedCleanup(current.photoId, fittedRun()));
    },
    /**
     * Adds another kind of run to the history. The mask is not saved meanwhile.
     * @param prepare returns what starts it, which resolves with `undefined` if it started nothing
     */
    startWith,
    runAgain: (jobId: string): Promise<void> =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        const job = jobs.all().get(jobId);
        await repeat(current, job === undefined ? [] : [job], async () => {
          const again = await backend.jobs.runAgain({ jobId });
          return { jobIds: [again.jobId], masks: again.masks };
        });
      }),
    /** Repeats the unfinished parts of a run. Default: the newest run that has some. */
    runRest: (runId?: string): Promise<void> =>
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
    /** Default: all active runs of the photo. */
    cancelAll: (jobIds?: readonly string[]): Promise<void> =>
      attempt(async () => {
        const photoId = context.work()?.photoId ?? '';
        const running = jobsOnPhoto(jobs.all(), photoId).filter(
          ({ state }) => !isFinalJobState(state),
        );
        const wanted = jobIds ?? running.map(({ id }) => id);
        // last first: a waiting call must not start because another was cancelled
        for (const jobId of wanted.toReversed()) await backend.jobs.cancel({ jobId });
      }),
    /** Returns the part of the mask that a job took. @throws AppError */
    maskOf: async (jobId: string, signal: AbortSignal): Promise<readonly PackedMaskTile[]> =>
      context.work()?.masks.get(jobId) ?? media.loadMask(jobMaskUrl(jobId), signal),
    /** A job of any photo has ended. */
    finished,
    started: async (photoId: string): Promise<BegunRun | undefined> => starts.get(photoId),
  };
}

function dismissEnded({ backend, jobs, fail }: SessionContext, photoId: string): void {
  for (const job of jobsOnPhoto(jobs.all(), photoId)) {
    if (!isFinalJobState(job.state)) continue;
    void backend.jobs.acknowledge({ jobId: job.id }).catch(fail);
  }
}

/** Returns `undefined` if a box was drawn by hand or the whole photo sent. */
function linesTaken(
  { store }: Pick<SessionContext, 'store'>,
  jobs: readonly Job[],
): number | undefined {
  const boxes = jobs.flatMap(boxesOfJob);
  const blocks = store.getState().selecting.text ?? [];
  const sent = blocks.filter((block) => boxesOf(block, boxes).length > 0);
  const own = sent.flatMap((block) => boxesOf(block, boxes));
  if (boxes.length === 0 || rectsWithout(boxes, own).length > 0) return undefined;
  return sent.reduce((sum, block) => sum + block.lines.length, 0);
}

/** Reports after the last call in how many places the photo changed, if any. */
async function sayTextRemoved(
  context: Pick<SessionContext, 'jobs' | 'media' | 'say' | 'store' | 'work'>,
  current: OpenWork,
  ended: Job,
): Promise<void> {
  if (ended.kind !== 'remove-text' || ended.batchId !== undefined) return;
  const jobs = [...context.jobs.all().values()].filter(
    (job) => job.id === ended.id || (job.runId !== undefined && job.runId === ended.runId),
  );
  const isOver = jobs.every(({ state }) => isFinalJobState(state));
  if (!isOver || jobs.some((job) => photoIdOf(job) !== current.photoId)) return;
  const ids = new Set(jobs.map(({ id }) => id));
  const results = context.store.getState().patches.filter(({ jobId }) => ids.has(jobId));
  if (results.length === 0) return;
  const lines = linesTaken(context, jobs);
  if (lines !== undefined) return context.say(`Text removed in ${count(lines, 'line')}.`, 'done');
  const masks = await Promise.all(results.map(({ maskUrl }) => context.media.loadMask(maskUrl)));
  const places = connectedGroups(paintedCells(uniteTiles(masks))).length;
  if (context.work() === current) context.say(`Text removed in ${count(places, 'place')}.`, 'done');
}

interface StoredRun extends BegunRun, Pick<StartedRun, 'stored'> {}

/** The mask must be saved. @throws AppError */
async function startCleanup(
  { backend, store, work }: SessionContext,
  current: OpenWork,
  next: NextRun,
  stored: StoredUse,
): Promise<StoredRun> {
  const wanted = wantedCleanup(current.photoId, next);
  const started = await (stored === 'only'
    ? backend.cleanup.useStored(wanted)
    : backend.cleanup.run({ ...wanted, stored }));
  const begun = await begunRun(started, 'cleanup');
  if (stored !== 'only' && work() === current) store.setSlice('run', { ...INITIAL_PLAN });
  return { ...begun, stored: started.stored };
}

/** @returns `undefined` without a plan, or if only saved results are wanted */
async function startTextRemoval(
  { backend, store, work }: SessionContext,
  current: OpenWork,
  next: NextRun,
  stored: StoredUse,
): Promise<StoredRun | undefined> {
  const { photoId, textBoxes } = current;
  const wanted = wantedTextRemoval(photoId, next);
  if (wanted === undefined || stored === 'only') return undefined; // only offered for clean-ups
  await textBoxes.saved(); // the run takes them on disk
  const started = await backend.removeText.run({ ...wanted, stored });
  const begun = await begunRun(started, 'remove-text');
  if (wanted.mode === 'boxes') {
    // otherwise the whole photo would be next
    if (work() === current) store.setSlice('run', { textMode: 'boxes' });
    textBoxes.taken(wanted.boxes);
  }
  return { ...begun, stored: started.stored };
}

function wantedCleanup(photoId: string, { cleanup, regions }: NextRun) {
  return cleanup.isByHand ? { photoId, regions } : { photoId };
}

/** @throws AppError `empty-mask` if no box is drawn */
function wantedTextRemoval(photoId: string, { text, textBoxes }: NextRun) {
  if (text === undefined) return undefined;
  const { mode } = text;
  if (mode !== 'boxes') return { photoId, mode } as const;
  if (textBoxes.length > 0) return { photoId, mode, boxes: textBoxes } as const;
  throw new AppError(
    'empty-mask',
    `${nameWithKeys('Draw a box around the text first', RUNS.textBox)}.`,
  );
}
