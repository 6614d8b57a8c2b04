/**
 * Keeps the next run current, but never during a stroke: plans boxes after each edit, then asks the
 * backend for costs. Shows a known answer meanwhile.
 */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { readTile } from '../model/box-plan.ts';
import { createKnownPlans, hashOfBits, planQuestion } from '../model/known-plans.ts';
import { textBoxesOf } from '../model/studio-store.ts';
import { nextRun } from '../model/next-run.ts';
import type { SessionDeps } from './session-deps.ts';

const PLANNER = {
  /** Debounce of plans, ms. */
  planDelay: 50,
  /** Debounce of requests to the backend, ms. */
  askDelay: 250,
  /** Some 4 ms. */
  tilesAtOnce: 64,
} as const;

/** @param askPlan asks the backend about the next run */
export function createStudioPlanner(
  { core, store, soon }: Pick<SessionDeps, 'core' | 'store' | 'soon'>,
  photoId: string,
  askPlan: () => Promise<CallPlan | undefined>,
) {
  let planTimer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  /** Only the latest answer counts. */
  let asked = 0;
  const known = createKnownPlans();
  /** The next frame plans once for all steps until then. */
  let isFrameAwaited = false;
  let isStopped = false;
  /** The bits of tiles that were read. */
  const read = new WeakSet<Uint8Array>();

  function planSoon(): void {
    clearTimeout(planTimer);
    planTimer = setTimeout(plan, PLANNER.planDelay);
  }

  /** Shows the mask before planning, for a fast response to undo. */
  function planAfterFrame(): void {
    clearTimeout(planTimer);
    if (isFrameAwaited) return;
    isFrameAwaited = true;
    soon(() => {
      isFrameAwaited = false;
      if (!isStopped) plan();
    });
  }

  function plan(): void {
    if (core.getSnapshot().isPainting) return planSoon();
    const painted = core.mask.packed();
    if (!readNewTiles(painted)) {
      planTimer = setTimeout(plan);
      return;
    }
    store.setSlice('run', { painted });
    ask();
  }

  /** Limits the work per task. @returns whether all tiles are read */
  function readNewTiles(tiles: readonly PackedMaskTile[]): boolean {
    let left: number = PLANNER.tilesAtOnce;
    for (const tile of tiles) {
      if (tile.bits === undefined || read.has(tile.bits)) continue;
      if (left === 0) return false;
      left -= 1;
      readTile(tile);
      hashOfBits(tile.bits);
      read.add(tile.bits);
    }
    return true;
  }

  function question(): string {
    return planQuestion(nextRun(store.getState()), store.getState().run.painted);
  }

  function askAnew(): void {
    known.forget();
    ask();
  }

  function ask(): void {
    asked += 1;
    clearTimeout(askTimer);
    store.setSlice('run', { calls: known.of(question()), problem: undefined });
    askTimer = setTimeout(() => void takeAnswer(asked), PLANNER.askDelay);
  }

  async function takeAnswer(number: number): Promise<void> {
    if (core.getSnapshot().isPainting) return ask();
    if (nextRun(store.getState()).regions.length === 0) return;
    const about = question();
    try {
      const calls = await askPlan();
      if (number !== asked) return;
      if (calls !== undefined) known.keep(about, calls);
      if (!isSame(calls, store.getState().run.calls)) store.setSlice('run', { calls });
    } catch (thrown) {
      if (number === asked) {
        store.setSlice('run', { calls: undefined, problem: readError(thrown).message });
      }
    }
  }

  const stopMask = core.mask.onChanged(({ by }) => (by === 'step' ? planAfterFrame() : planSoon()));
  const stopStore = store.subscribe((state, before) => {
    if (state.patches !== before.patches) askAnew();
    const { run } = state;
    if (run.byHand !== before.run.byHand) {
      clearTimeout(planTimer);
      plan();
    } else if (
      run.operation !== before.run.operation ||
      run.textMode !== before.run.textMode ||
      textBoxesOf(run, photoId) !== textBoxesOf(before.run, photoId)
    ) {
      ask();
    }
  });
  plan();
  return {
    /** Call when something else that affects costs or saved results has changed. */
    ask: askAnew,
    stop(): void {
      isStopped = true;
      asked += 1;
      clearTimeout(planTimer);
      clearTimeout(askTimer);
      stopMask();
      stopStore();
    },
  };
}

/** True if both look the same. */
function isSame(a: CallPlan | undefined, b: CallPlan | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
