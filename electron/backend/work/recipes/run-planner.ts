import { createHash } from 'node:crypto';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import {
  MOST_LEFT_OUT,
  type FrozenRecipe,
  type RecipePlan,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { sumOfKnown } from '../../../../shared/numbers.ts';
import { PAID_AS } from '../../../../shared/recipes/paid-as.ts';
import { toAppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { countOtherKinds } from '../../../../shared/files/other-kinds.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import { needsStandardPicture } from '../../vision/imaging/convert/standard-picture.ts';
import type { JobConnection } from '../jobs/job-deps.ts';
import { reasonToSkip } from './condition.ts';
import type { Finder, ReadablePicture } from './finder.ts';
import { priceNow, withPricesNow } from './current-prices.ts';
import { fileError, readableSource, readableOf } from './readable.ts';
import type { FilePlan, RunFile } from './run-rows.ts';
import type { RunStore } from './run-store.ts';
import { moduleOf } from './steps/modules.ts';
import type { StepPicture, StepPlan, StepTools } from './steps/step.ts';
import type { RunDeps } from './run-deps.ts';

/** @returns in the unit of prices; `undefined` if one is unknown */
function costOf(calls: number, price: number | undefined): number | undefined {
  return calls === 0 ? 0 : price && calls * price;
}

function sumsOf(
  files: readonly Pick<RunFile, 'plan' | 'error' | 'position' | 'name'>[],
  stepCount: number,
) {
  const plans = files.flatMap(({ plan }) => plan ?? []);
  const leftOut = files.filter(({ plan }) => plan === undefined);
  const sum = (of: (plan: FilePlan) => number) => plans.reduce((all, plan) => all + of(plan), 0);
  const steps = Array.from({ length: stepCount }, (_, index) => ({
    calls: sum((plan) => plan.steps[index]?.calls ?? 0),
    cost: sumOfKnown(
      plans.map((plan) => costOf(plan.steps[index]?.calls ?? 0, plan.steps[index]?.price)),
    ),
  }));
  const cost = sumOfKnown(steps.map((step) => step.cost));
  // Only the first step with calls has a known picture, so its price applies.
  const saved = sumOfKnown(
    plans.map((plan) => costOf(plan.storedCalls, plan.steps.find(({ calls }) => calls > 0)?.price)),
  );
  return {
    planned: files.length,
    taking: plans.length,
    calls: sum(({ calls }) => calls),
    pixels: sum(({ pixels }) => pixels),
    storedCalls: sum(({ storedCalls }) => storedCalls),
    isEstimate: plans.some(({ isEstimate }) => isEstimate),
    cost,
    costWithStored: cost === undefined || saved === undefined ? undefined : cost - saved,
    steps,
    leftOutCount: leftOut.length,
    leftOut: leftOut
      .slice(0, MOST_LEFT_OUT)
      .map(({ position, name, error }) => ({ position, name, reason: error?.message ?? '' })),
  };
}

const PLANNING = {
  /** Plans per transaction. */
  portion: 16,
  /** Interval between totals, ms. */
  interval: 150,
} as const;

export type RunPlanner = ReturnType<typeof createRunPlanner>;

export function createRunPlanner(deps: RunDeps) {
  const { store, photos, patches, folders, prices } = deps;

  async function pictureOf(
    file: RunFile,
    connection: JobConnection,
  ): Promise<StepPicture & { readonly size: Size | undefined }> {
    if (file.source.from === 'photo') {
      const { photoId } = file.source;
      const { width, height } = photos.row(photoId);
      // People are estimated by faces here, because finding them takes seconds each.
      const readable = () =>
        Promise.resolve({ ...readableOf({ photos, patches }, photoId), photoId: undefined });
      return { size: { width, height }, photoId, readable, connection };
    }
    const path = await folders.pathOf(file);
    const isConverted = await needsStandardPicture(path, file.name);
    let read: Promise<ReadablePicture> | undefined;
    const readable = () => (read ??= readableSource(path, file.name));
    const size = isConverted ? undefined : (await readable()).size;
    return { size, photoId: undefined, readable, connection };
  }

  async function planFile(
    file: RunFile,
    steps: readonly RecipeStep[],
    connection: JobConnection,
    tools: StepTools,
  ): Promise<FilePlan> {
    let picture = await pictureOf(file, connection);
    const planned: StepPlan[] = [];
    let isEstimate = picture.size === undefined;
    let isChanged = false;
    for (const step of steps) {
      const { size, photoId, readable } = picture;
      const { only } = step;
      if (only !== undefined) {
        isEstimate ||=
          size === undefined ||
          (only.if === 'found' && (photoId === undefined || only.what === 'people'));
        const facts = size && { size, isChanged, readable };
        if (facts && (await reasonToSkip(only, facts, tools.finder)) !== undefined) {
          planned.push({ ...PASSED, size });
          isChanged = false;
          continue;
        }
      }
      const plan = await moduleOf(step).plan(step, picture, tools);
      planned.push(plan);
      isEstimate ||= plan.isEstimate;
      isChanged = plan.isChanged;
      const next = isChanged ? undefined : photoId;
      picture = { size: plan.size, photoId: next, readable, connection };
    }
    const costs = planned.map(({ calls, kind }) => {
      const price = kind === undefined ? 0 : prices.of(connection.id, kind);
      return { calls, price: calls === 0 ? 0 : price };
    });
    const cost = sumOfKnown(costs.map(({ calls, price }) => costOf(calls, price)));
    const sum = (of: (plan: StepPlan) => number) => planned.reduce((all, one) => all + of(one), 0);
    return {
      calls: sum(({ calls }) => calls),
      pixels: sum(({ pixels }) => pixels),
      storedCalls: sum(({ storedCalls }) => storedCalls),
      isEstimate,
      cost: isPractice(connection.id) ? undefined : cost,
      ...picture.size,
      steps: costs,
    };
  }

  /** At current prices. @param files with a plan */
  function sums(
    runId: string,
    recipe: FrozenRecipe,
    connection: JobConnection,
    files: readonly RunFile[],
  ): RecipePlan {
    const run = { steps: recipe.steps, connectionId: connection.id };
    const priced = files.map((file) => withPricesNow(file, run, prices));
    return present(priced, runId, recipe, connection);
  }

  function present(
    planned: Parameters<typeof sumsOf>[0],
    runId: string,
    recipe: FrozenRecipe,
    connection: JobConnection,
    planningMilliseconds?: number,
  ): RecipePlan {
    const { cost, costWithStored, ...rest } = sumsOf(planned, recipe.steps.length);
    const free = isPractice(connection.id);
    const expected = recipe.steps.map((step, index) => {
      const kind = PAID_AS[step.kind];
      const calls = rest.steps[index]?.calls ?? 0;
      return kind === undefined || calls === 0
        ? 0
        : deps.recipeJobs.expectedMilliseconds(kind, calls);
    });
    return {
      ...rest,
      ...filesOf(store, runId),
      cost: free ? undefined : cost,
      costWithStored: free ? undefined : costWithStored,
      expectedMilliseconds: expected.reduce((a, b) => a + b, 0),
      planningMilliseconds,
      isPractice: free,
    };
  }

  return {
    sums,
    /** @param signal cancels; that picture is planned by the next stream */
    async *plan(
      runId: string,
      recipe: FrozenRecipe,
      connection: JobConnection,
      signal: AbortSignal | undefined,
      finder: Finder = deps.tools.finder,
    ): AsyncGenerator<RecipePlan, void, void> {
      const tools = {
        ...deps.tools,
        finder: signal === undefined ? finder : finder.until(signal),
      };
      const name = nameOf(recipe, connection, prices);
      const all: Parameters<typeof sumsOf>[0][number][] = [...store.plannedFor(runId, name)];
      // shows the number of files before the first picture, which may take a while
      yield present(all, runId, recipe, connection);
      const started = Date.now();
      let sentAt = started;
      let done = 0;
      function note(plans: PlannedFile[]): void {
        store.putPlans(plans);
        done += plans.length;
        for (const { file, plan, error } of plans.splice(0)) all.push({ ...file, plan, error });
      }
      function progress(): RecipePlan {
        sentAt = Date.now();
        const left = store.countFiles(runId, { filter: 'all' }) - all.length;
        const remaining = Math.round(((sentAt - started) / done) * Math.max(0, left));
        return present(all, runId, recipe, connection, remaining);
      }
      for (;;) {
        const files = store.unplanned(runId, name, PLANNING.portion);
        if (files.length === 0) break;
        const plans: PlannedFile[] = [];
        for (const file of files) {
          await turn();
          const planning = planned(file, recipe, connection, tools, name, signal);
          // A slow picture must not delay earlier totals.
          if (plans.length > 0 && (await isLate(planning, sentAt + PLANNING.interval))) {
            note(plans);
            yield progress();
          }
          const plan = await planning;
          if (plan === undefined) break;
          plans.push(plan);
        }
        note(plans);
        if (signal?.aborted === true) return;
        if (Date.now() - sentAt >= PLANNING.interval) yield progress();
      }
      yield present(all, runId, recipe, connection);
    },
  };

  async function planned(
    file: RunFile,
    recipe: FrozenRecipe,
    connection: JobConnection,
    tools: StepTools,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<PlannedFile | undefined> {
    const isOver = (): boolean => signal?.aborted === true;
    if (isOver()) return undefined;
    try {
      const plan = await planFile(file, recipe.steps, connection, tools);
      return { file, recipe: name, plan };
    } catch (thrown) {
      if (isOver()) return undefined;
      const error =
        file.source.from === 'photo'
          ? toAppError(thrown)
          : await fileError(() => folders.pathOf(file), file.name, thrown);
      return { file, recipe: name, plan: undefined, error: error.toData() };
    }
  }
}

function filesOf(
  store: Pick<RunStore, 'countFiles' | 'others'>,
  runId: string,
): Pick<RecipePlan, 'files' | 'otherKinds'> {
  const files = store.countFiles(runId, { filter: 'all' });
  const otherKinds = countOtherKinds(store.others(runId));
  return otherKinds.length === 0 ? { files } : { files, otherKinds };
}

/** @param time ms, as `Date.now` */
async function isLate(work: Promise<unknown>, time: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(Math.max(0, time - Date.now()), true, { signal: timer.signal });
  try {
    return await Promise.race([work.then(() => false), late]);
  } finally {
    timer.abort();
  }
}

interface PlannedFile {
  readonly file: RunFile;
  readonly recipe: string;
  readonly plan: FilePlan | undefined;
  readonly error?: AppErrorData | undefined;
}

const PASSED = {
  calls: 0,
  pixels: 0,
  storedCalls: 0,
  kind: undefined,
  isEstimate: false,
  isChanged: false,
} as const;

/** Key of a plan: steps, connection and prices. */
function nameOf(
  { steps }: FrozenRecipe,
  { id }: JobConnection,
  prices: Pick<PriceStore, 'of'>,
): string {
  const known = steps.map((step) => priceNow(step, id, prices));
  return createHash('sha256')
    .update(JSON.stringify([steps, id, known]))
    .digest('hex');
}
