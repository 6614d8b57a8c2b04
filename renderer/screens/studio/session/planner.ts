/**
 * Keeps the next run up to date, but never during a stroke. After each edit of the mask it plans the
 * boxes; after undo or redo, once the mask is on the screen. A moment later it asks the backend for costs and
 * saved results, and shows a known answer meanwhile.
 */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { readError } from '../../../base/backend/read-error.ts';
import type { MaskChange } from '../canvas/index.ts';
import { readTile } from '../model/box-plan.ts';
import { createKnownPlans, hashOfBits, planQuestion } from '../model/known-plans.ts';
import { textBoxesOf } from '../model/run-store.ts';
import type { SessionParts } from './session-parts.ts';

const PLANNER = {
  /** Edits that follow each other faster than this are planned once, ms. */
  planDelay: 50,
  /** … and the backend is asked once, ms. */
  askDelay: 250,
  /** Tiles of the mask that are read in one task: some 4 ms. */
  tilesAtOnce: 64,
} as const;

export interface RunPlanner {
  /** Something that decides about cost or kept answers has changed. */
  ask(): void;
  stop(): void;
}

/**
 * @param photoId of the open photo
 * @param askPlan asks the backend about the next run
 */
export function createRunPlanner(
  {
    core,
    stores,
    soon,
  }: Pick<SessionParts, 'stores' | 'soon'> & {
    readonly core: Pick<SessionParts['core'], 'getSnapshot' | 'maskTiles' | 'onMaskChanged'>;
  },
  photoId: string,
  askPlan: () => Promise<CallPlan | undefined>,
): RunPlanner {
  const { studio, run } = stores;
  let planTimer: ReturnType<typeof setTimeout> | undefined;
  let askTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the questions: an answer to an older one is of no use. */
  let asked = 0;
  const known = createKnownPlans();
  /** A plan waits for the next frame: it is for all steps until then. */
  let isFrameAwaited = false;
  let isStopped = false;
  /** The bits of tiles that were read. */
  const read = new WeakSet<Uint8Array>();

  function followMask({ by }: MaskChange): void {
    if (by === 'step') planAfterFrame();
    else planSoon();
  }

  function planSoon(): void {
    clearTimeout(planTimer);
    planTimer = setTimeout(plan, PLANNER.planDelay);
  }

  /** The key of a step is answered by the mask first. */
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
    if (core.getSnapshot().isPainting) {
      planSoon();
      return;
    }
    const painted = core.maskTiles();
    if (!readNewTiles(painted)) {
      planTimer = setTimeout(plan);
      return;
    }
    run.setState({ painted });
    ask();
  }

  /** Reads new tiles, but not too many in one task. @returns whether all are read */
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
    return planQuestion(stores.nextRun(), run.getState().painted);
  }

  function askAnew(): void {
    known.forget();
    ask();
  }

  function ask(): void {
    asked += 1;
    clearTimeout(askTimer);
    run.setState({ calls: known.of(question()), problem: undefined });
    askTimer = setTimeout(() => void takeAnswer(asked), PLANNER.askDelay);
  }

  async function takeAnswer(number: number): Promise<void> {
    if (core.getSnapshot().isPainting) {
      ask();
      return;
    }
    if (stores.nextRun().regions.length === 0) return;
    const about = question();
    try {
      const calls = await askPlan();
      if (number !== asked) return;
      if (calls !== undefined) known.keep(about, calls);
      if (!isSame(calls, run.getState().calls)) run.setState({ calls });
    } catch (thrown) {
      if (number === asked) {
        run.setState({ calls: undefined, problem: readError(thrown).message });
      }
    }
  }

  const stopMask = core.onMaskChanged(followMask);
  const stopStudio = studio.subscribe((state, before) => {
    if (state.patches !== before.patches) askAnew();
  });
  const stopRun = run.subscribe((state, before) => {
    if (state.byHand !== before.byHand) {
      clearTimeout(planTimer);
      plan();
    } else if (
      state.operation !== before.operation ||
      state.textMode !== before.textMode ||
      textBoxesOf(state, photoId) !== textBoxesOf(before, photoId)
    ) {
      ask();
    }
  });
  plan();
  return {
    ask: askAnew,
    stop() {
      isStopped = true;
      asked += 1;
      clearTimeout(planTimer);
      clearTimeout(askTimer);
      stopMask();
      stopStudio();
      stopRun();
    },
  };
}

/** Nothing of it would look different. */
function isSame(a: CallPlan | undefined, b: CallPlan | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
