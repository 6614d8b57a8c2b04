/**
 * Runs recipes. Starting or ending a step and its record are one transaction; a paused run sends
 * nothing, even after a restart.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { invalidInput, notFound } from '../../../../shared/errors/app-error.ts';
import { sumOfKnown } from '../../../../shared/numbers.ts';
import { PAID_AS } from '../../../../shared/recipes/paid-as.ts';
import { os } from '../../service/common/procedures.ts';
import { createLatestFeed } from '../../service/common/latest-feed.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import { createFileOrders } from './file-orders.ts';
import { createFileTurns } from './file-turn.ts';
import { createFreeing, type Freeing } from './freeing.ts';
import { createRunFeeding } from './run-feeding.ts';
import { createRunPlanner } from './run-planner.ts';
import { createRunStarts } from './run-starts.ts';
import type { StoredRun, FileStep } from './run-rows.ts';
import { presentFile, presentRun } from './run-view.ts';
import { createStepOpening, type OpeningDeps } from './step-opening.ts';
import { forgetPart } from './write-output.ts';
import type { RunDeps } from './run-deps.ts';

function createRunTidying(
  deps: Pick<RunDeps, 'store' | 'recipeJobs' | 'folders'> & {
    readonly freeing: Pick<Freeing, 'free'>;
    readonly jobsOf: (step: FileStep) => readonly StoredJob[];
    readonly changed: () => void;
  },
) {
  const { store, recipeJobs, folders, freeing, changed } = deps;

  async function forget(runId: string): Promise<void> {
    const files = store.files(runId, { filter: 'all' });
    const made = store.photosOf(runId);
    store.remove(runId);
    freeing.free(made);
    for (const { source } of files) {
      if (source.from === 'copy') await folders.forgetCopy(source.copy);
    }
    await folders.forgetOutputs(runId);
  }

  return {
    /**
     * Hides a run, whose pictures are deleted at the next start unless they are the Studio's.
     * Deletes a draft at once. @throws AppError `invalid-input` for an active run
     */
    async remove(runId: string): Promise<void> {
      const run = store.mustGet(runId);
      if (run.state === 'running') {
        throw invalidInput('This recipe is still running. Stop it, then remove it.');
      }
      if (run.state === 'draft') {
        await forget(runId);
        changed();
        return;
      }
      for (const { position } of store.firstFiles(runId, 'calls', -1)) {
        for (const step of store.steps(runId, position)) {
          for (const job of deps.jobsOf(step))
            if (job.state === 'waiting') recipeJobs.cancel(job.id);
        }
      }
      const { state, endedAt } = run;
      const end =
        endedAt === undefined ? ({ state: 'stopped', endedAt: Date.now() } as const) : { state };
      store.stopWaiting(runId);
      store.change(runId, { ...end, isDismissed: true });
      changed();
    },
    restore(runId: string): void {
      store.mustGet(runId);
      store.change(runId, { isDismissed: false });
      changed();
    },
    async takeUp(): Promise<void> {
      for (const { id } of store.putAway()) await forget(id);
      for (const step of store.stepsWithPart()) {
        if (step.state !== 'done' || step.output === undefined) continue;
        await forgetPart(step.output, (output) => store.putStep({ ...step, output }));
      }
      freeing.free(store.strayPhotos());
    },
  };
}

/** Least interval of updates while only numbers change, ms. */
const NUMBERS_INTERVAL = 1000;

export type RecipeRuns = ReturnType<typeof createRecipeRuns>;

interface RunsDeps extends RunDeps {
  readonly openings: OpeningDeps;
}

export function createRecipeRuns(deps: RunsDeps) {
  const { store, jobs, recipeJobs, photos, patches } = deps;
  const feed = createLatestFeed(list, NUMBERS_INTERVAL);
  const changed = () => feed.changed();
  const moved = () => feed.moved();
  /** Finished runs as shown, until something changes. */
  const over = new Map<string, RecipeRun>();
  const freeing = createFreeing(deps);
  const turns = createFileTurns({
    isClosing: () => feeding.isClosing,
    ...deps,
    onFailed: (runId, error) => feeding.pauseBy(runId, error),
    onDone: (file) => orders.freeAccepted(file.runId, file.position),
  });
  const feeding = createRunFeeding({ ...deps, turns, changed, moved });
  const planner = createRunPlanner(deps);
  const starts = createRunStarts({ ...deps, planner, go, changed });
  const { allow } = starts;
  const orders = createFileOrders({ ...deps, jobsOf: turns.jobsOf, freeing });

  const openStep = createStepOpening({
    ...deps,
    ...deps.openings,
    jobsOf: turns.jobsOf,
  });
  const tidying = createRunTidying({ ...deps, jobsOf: turns.jobsOf, freeing, changed });

  function present(run: StoredRun): RecipeRun {
    const revision = store.revision(run.id);
    const known = over.get(run.id);
    if (known?.revision === revision) return known;
    const kinds = run.steps?.flatMap(({ kind: of }) => PAID_AS[of] ?? []) ?? [];
    const kind = kinds.find((of) => of === 'upscale') ?? kinds[0] ?? 'cleanup';
    const shown = presentRun(run, revision, store.counts(run.id), store.calls(run.id), (calls) =>
      recipeJobs.expectedMilliseconds(kind, calls),
    );
    const heldBy = run.state === 'running' ? feeding.held() : undefined;
    if (shown.state === 'done' || shown.state === 'stopped') {
      if (shown.callsUnderWay === 0) over.set(run.id, shown);
    } else over.delete(run.id);
    return heldBy === undefined ? shown : { ...shown, state: 'paused', pausedBy: heldBy };
  }

  function list(): readonly RecipeRun[] {
    return store.list().map(present);
  }

  function go(runId: string): void {
    store.change(runId, { state: 'running', pausedBy: undefined, endedAt: undefined });
    changed();
    recipeJobs.letGo();
    feeding.pump();
  }

  function onJobChanged(job: StoredJob): void {
    const own = job.runId === undefined ? undefined : store.stepOfJobs(job.runId);
    const waiting = job.endedAt === undefined ? [] : store.stepsJoining(job.id);
    const concerned = own === undefined ? waiting : [own, ...waiting];
    if (concerned.length === 0) return;
    for (const step of concerned) {
      store.touch(step.runId);
      turns.followCalls(step);
      if (job.error !== undefined && !job.isAcknowledged && job.state === 'failed') {
        feeding.pauseBy(step.runId, job.error);
      }
    }
    moved();
    // A sent job makes room for the next one, and a finished one lets its file continue.
    feeding.pump();
  }

  recipeJobs.onChanged((job) => {
    if (!feeding.isClosing && (job.batchId !== undefined || job.endedAt !== undefined)) {
      onJobChanged(job);
    }
  });

  function stop(runId: string): void {
    const { state } = store.mustGet(runId);
    if (state === 'done' || state === 'stopped' || state === 'draft') return;
    store.change(runId, { state: 'stopped', endedAt: Date.now() });
    store.stopWaiting(runId);
    for (const file of store.firstFiles(runId, 'calls', -1)) {
      const step = store.steps(runId, file.position)[file.step];
      const own = step === undefined ? [] : jobs.ofRun(step.jobRunId);
      for (const job of own) if (job.state === 'waiting') recipeJobs.cancel(job.id);
    }
    changed();
    feeding.pump();
  }

  const procedures = {
    plan: os.recipes.plan.handler(({ input, signal }) =>
      starts.plan(input.runId, input.recipe, signal),
    ),
    start: os.recipes.start.handler(({ input: { runId, recipe, into, ...order } }) =>
      starts.start(runId, recipe, { ...order, folder: deps.savedFolder.path(into) }),
    ),
    goOn: os.recipes.goOn.handler(({ input }) => starts.goOn(input.runId)),
    pause: os.recipes.pause.handler(({ input: { runId } }) => {
      if (store.mustGet(runId).state === 'running') store.change(runId, { state: 'paused' });
      changed();
    }),
    resume: os.recipes.resume.handler(({ input }) => starts.resume(input.runId)),
    stop: os.recipes.stop.handler(({ input }) => stop(input.runId)),
    retry: os.recipes.retry.handler(async ({ input: { runId, selection } }) => {
      const run = starts.connected(runId);
      const failed = store
        .files(runId, selection ?? { filter: 'failed' })
        .filter(({ state }) => state === 'failed');
      if (failed.length === 0) return { changed: 0 };
      const { calls, cost } = workOf(failed.flatMap((file) => orders.workOfRetry(run, file)));
      allow(run.connectionId ?? '', calls, cost);
      starts.moveTo(run);
      let retried = 0;
      for (const { position } of failed) {
        await turn(); // There may be thousands.
        retried += await orders.retry(run, position);
      }
      go(runId);
      return { changed: retried };
    }),
    judge: os.recipes.judge.handler(({ input: { runId, selection, judgement } }) => {
      store.mustGet(runId);
      const judged = orders.judge(store.files(runId, selection), judgement);
      changed();
      if (judged.length > 0) feeding.pump();
      const before = Map.groupBy(judged, (file) => file.judgement);
      return [...before].map(([earlier, some]) => ({
        judgement: earlier,
        positions: some.map(({ position }) => position),
      }));
    }),
    againFrom: os.recipes.againFrom.handler(({ input: { runId, position, step, settings } }) => {
      const run = starts.connected(runId);
      const { calls, cost } = workOf(orders.workFrom(run, position, step));
      allow(run.connectionId ?? '', calls, cost);
      starts.moveTo(run);
      orders.againFrom(run, position, step, settings);
      if (run.state === 'paused') changed();
      else go(runId);
    }),
    openStep: os.recipes.openStep.handler(({ input: { runId, position, step } }) =>
      openStep(runId, position, step),
    ),
    removeRun: os.recipes.removeRun.handler(({ input }) => tidying.remove(input.runId)),
    restoreRun: os.recipes.restoreRun.handler(({ input }) => tidying.restore(input.runId)),
    runs: os.recipes.runs.handler(list),
    runChanges: os.recipes.runChanges.handler(({ signal }) => feed.read(signal)),
    run: os.recipes.run.handler(({ input }) => present(store.mustGet(input.runId))),
    files: os.recipes.files.handler(({ input: { runId, filter, offset, limit } }) => {
      store.mustGet(runId);
      const view = { photos, patches, jobsOf: turns.jobsOf };
      const rows = store
        .files(runId, { filter }, offset, limit)
        .map((file) => presentFile(file, store.steps(runId, file.position), view));
      return { rows, total: store.countFiles(runId, { filter }) };
    }),
  };

  return {
    ...starts,
    procedures,
    stopIfOwn(runId: string): boolean {
      const isOwn = store.get(runId) !== undefined;
      if (isOwn) stop(runId);
      return isOwn;
    },
    savedFile(runId: string, position: number, step: number): string {
      const output = store.steps(runId, position)[step]?.output;
      if (output?.isKept === true && output.byteLength !== undefined) return output.path;
      throw notFound('This file is no longer here. Save it again.');
    },
    filesChanged: changed,
    connectionsChanged: (): void => feeding.pump(),
    /** Jobs must be resumed first. */
    async takeUp(): Promise<void> {
      await tidying.takeUp();
      for (const { id } of store.list()) {
        store.attempt(id, () => {
          for (const file of store.firstFiles(id, 'calls', -1)) {
            const step = store.steps(id, file.position)[file.step];
            if (step !== undefined) turns.followCalls(step);
          }
        });
      }
      feeding.pump();
    },
    async close(): Promise<void> {
      const ended = Promise.all([feeding.close(), freeing.close()]);
      feed.close();
      await ended;
    },
  };
}

/** Calls of these steps and their cost, 1/10000 USD; `undefined` if unknown. */
function workOf(steps: readonly { readonly calls: number; readonly price?: number | undefined }[]) {
  const costs = steps.map(({ calls, price }) => (price === undefined ? undefined : calls * price));
  return { calls: steps.reduce((sum, { calls }) => sum + calls, 0), cost: sumOfKnown(costs) };
}
