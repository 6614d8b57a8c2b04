/**
 * The box of a clean-up goes and comes with its step of the history: after an undo the same box is
 * there with its mask, so that what was paid for can be used again. Gesso might lay another one by now.
 */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { useJobs } from '../../../backend/jobs.ts';
import type { CanvasCore } from '../canvas/index.ts';
import type { AroundStep } from '../session/patch-commands.ts';
import { useStudio } from '../session/studio-store.ts';
import { planBoxes, usedBoxes } from './box-plan.ts';
import { useRun } from './run-store.ts';

export function aroundBox(core: Pick<CanvasCore, 'maskTiles'>, jobId: string): AroundStep {
  const boxOfJob = () => useJobs.getState().jobs.get(jobId)?.region;
  const ownBoxes = (): readonly Rect[] => {
    const { photo } = useStudio.getState();
    return photo === undefined ? [] : usedBoxes(planBoxes(core.maskTiles(), undefined, photo));
  };
  return {
    undo() {
      const { byHand } = useRun.getState();
      // not those that are shown: undone twice in a row, they may be a moment behind
      const before = byHand ?? ownBoxes();
      return () => {
        const box = boxOfJob();
        if (box === undefined) return;
        if (byHand === undefined && ownBoxes().some(isSame(box))) return; // it is laid like this anyway
        useRun.setState({ byHand: [...before.filter((each) => !isSame(box)(each)), box] });
      };
    },
    redo() {
      return () => {
        const { byHand } = useRun.getState();
        const box = boxOfJob();
        if (byHand === undefined || box === undefined) return;
        const others = byHand.filter((each) => !isSame(box)(each));
        useRun.setState({ byHand: others.length === 0 ? undefined : others });
      };
    },
  };
}

function isSame(box: Rect): (other: Rect) => boolean {
  return ({ x, y, width, height }) =>
    x === box.x && y === box.y && width === box.width && height === box.height;
}
