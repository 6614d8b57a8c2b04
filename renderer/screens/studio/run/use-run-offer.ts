import { formatRoughly, formatWhen } from '../../../core/ui/format.ts';
import { nextRun } from '../model/next-run.ts';
import { hasSelection } from '../model/studio-store.ts';
import { useCanvas, useStudio } from '../session/index.ts';
import { offerRun, runObstacle } from './run-offer.ts';

export function useRunOffer() {
  const isReady = useStudio((state) => state.status === 'ready');
  const calls = useStudio((state) => state.run.calls);
  const planProblem = useStudio((state) => state.run.problem);
  const { operation, regions } = useStudio(nextRun);
  const isBeingAdded = useStudio(({ selecting }) => selecting.isBeingAdded);
  // the plan lags behind the mask
  const isPainted = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const hasMask = isPainted || isBeingAdded;
  const canAdd = useStudio((state) => hasSelection(state.selecting));
  const number = operation === 'cleanup' && !hasMask ? 0 : regions.length;
  const obstacle = isReady
    ? runObstacle(operation, { hasMask, hasSelection: canAdd, regions: number })
    : undefined;
  const canRun = isReady && obstacle === undefined;
  const problem = number > 0 ? planProblem : undefined;
  return {
    ...offerRun(operation, canRun ? calls : undefined, formatWhen),
    canRun,
    /** Set only while a photo is open. */
    obstacle,
    /** Includes calls with a saved result. */
    number,
    /** E.g. “about 3 minutes”; missing if unknown. */
    time:
      calls?.expectedMilliseconds === undefined
        ? undefined
        : formatRoughly(calls.expectedMilliseconds),
    problem,
  };
}
