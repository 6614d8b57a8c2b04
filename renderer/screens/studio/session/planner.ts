/**
 * Keeps the next run up to date: the boxes at once after each edit of the mask, and a moment later
 * the backend's answer to them (cost, saved results). Never while a stroke is being painted.
 */
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { textBoxesOf } from '../model/run-store.ts';
import type { SessionParts } from './session-parts.ts';

const PLANNER = {
  /** Edits that follow each other faster than this are planned once, ms. */
  planDelay: 50,
  /** … and the backend is asked once, ms. */
  askDelay: 250,
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
  }: Pick<SessionParts, 'stores'> & {
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

  function planSoon(): void {
    clearTimeout(planTimer);
    planTimer = setTimeout(plan, PLANNER.planDelay);
  }

  function plan(): void {
    if (core.getSnapshot().isPainting) {
      planSoon();
      return;
    }
    run.setState({ painted: core.maskTiles() });
    ask();
  }

  function ask(): void {
    asked += 1;
    clearTimeout(askTimer);
    run.setState({ calls: undefined, problem: undefined });
    askTimer = setTimeout(() => void takeAnswer(asked), PLANNER.askDelay);
  }

  async function takeAnswer(question: number): Promise<void> {
    if (core.getSnapshot().isPainting) {
      ask();
      return;
    }
    if (stores.nextRun().regions.length === 0) return;
    try {
      const calls = await askPlan();
      if (question === asked) run.setState({ calls });
    } catch (thrown) {
      if (question === asked) run.setState({ problem: readError(thrown).message });
    }
  }

  const stopMask = core.onMaskChanged(planSoon);
  const stopStudio = studio.subscribe((state, before) => {
    if (state.patches !== before.patches) ask();
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
    ask,
    stop() {
      asked += 1;
      clearTimeout(planTimer);
      clearTimeout(askTimer);
      stopMask();
      stopStudio();
      stopRun();
    },
  };
}
