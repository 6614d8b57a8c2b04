/**
 * Keeps what the next run would do: the boxes at once after each edit of the mask, and a moment later
 * what the backend says to them (cost, kept answers). Never while a stroke is being painted.
 */
import type { Photo } from '../../../../shared/contract/photos.ts';
import { readError } from '../../../backend/client.ts';
import type { CanvasCore } from '../canvas/index.ts';
import type { StudioSession } from '../session/studio-session.ts';
import { useStudio } from '../session/studio-store.ts';
import { planBoxes } from './box-plan.ts';
import { textBoxesOf, useRun, type RunState } from './run-store.ts';
import { planText } from './text-plan.ts';

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

export function createRunPlanner(
  { core, runs }: { readonly core: CanvasCore; readonly runs: Pick<StudioSession['runs'], 'plan'> },
  photo: Photo,
): RunPlanner {
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
    const { byHand } = useRun.getState();
    useRun.setState({ boxPlan: planBoxes(core.maskTiles(), byHand, photo) });
    ask();
  }

  function ask(): void {
    asked += 1;
    clearTimeout(askTimer);
    useRun.setState({ calls: undefined, problem: undefined });
    askTimer = setTimeout(() => void takeAnswer(asked), PLANNER.askDelay);
  }

  async function takeAnswer(question: number): Promise<void> {
    if (core.getSnapshot().isPainting) {
      ask();
      return;
    }
    if (isNothingPlanned(useRun.getState())) return;
    try {
      const calls = await runs.plan();
      if (question === asked) useRun.setState({ calls });
    } catch (thrown) {
      if (question === asked) useRun.setState({ problem: readError(thrown).message });
    }
  }

  function isNothingPlanned(state: RunState): boolean {
    if (state.operation === 'cleanup') return state.boxPlan.boxes.length === 0;
    return planText(photo, textBoxesOf(state, photo.id), state.textMode).regions.length === 0;
  }

  const stopMask = core.onMaskChanged(planSoon);
  const stopStudio = useStudio.subscribe((state, before) => {
    if (state.patches !== before.patches) ask();
  });
  const stopRun = useRun.subscribe((state, before) => {
    if (state.byHand !== before.byHand) {
      clearTimeout(planTimer);
      plan();
    } else if (
      state.operation !== before.operation ||
      state.textMode !== before.textMode ||
      textBoxesOf(state, photo.id) !== textBoxesOf(before, photo.id)
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
