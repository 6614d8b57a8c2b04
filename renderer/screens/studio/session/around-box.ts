/**
 * The box of a clean-up goes and comes with its step of the history: after an undo the same box is
 * there with its mask, so that the saved result can be used again. Gesso might place another one by now.
 */
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { ownBoxes } from '../model/box-plan.ts';
import { regionOf } from '../model/job-subject.ts';
import type { AroundStep } from './patch-commands.ts';
import type { SessionParts } from './session-parts.ts';

export function aroundBox(
  {
    core,
    jobs,
    stores: { studio, run },
  }: Pick<SessionParts, 'jobs' | 'stores'> & {
    readonly core: Pick<SessionParts['core'], 'maskTiles'>;
  },
  jobId: string,
): AroundStep {
  const boxOfJob = (): Rect | undefined => {
    const job = jobs.all().get(jobId);
    return job && regionOf(job);
  };
  const boxesNow = (): readonly Rect[] => {
    const { photo } = studio.getState();
    return photo === undefined ? [] : ownBoxes(core.maskTiles(), photo);
  };
  return {
    undo() {
      const { byHand } = run.getState();
      // not those that are shown: undone twice in a row, they may be a moment behind
      const before = byHand ?? boxesNow();
      return () => {
        const box = boxOfJob();
        if (box === undefined) return;
        if (byHand === undefined && boxesNow().some(isSame(box))) return; // it is laid like this anyway
        run.setState({ byHand: [...before.filter((each) => !isSame(box)(each)), box] });
      };
    },
    redo() {
      return () => {
        const { byHand } = run.getState();
        const box = boxOfJob();
        if (byHand === undefined || box === undefined) return;
        const others = byHand.filter((each) => !isSame(box)(each));
        run.setState({ byHand: others.length === 0 ? undefined : others });
      };
    },
  };
}

function isSame(box: Rect): (other: Rect) => boolean {
  return ({ x, y, width, height }) =>
    x === box.x && y === box.y && width === box.width && height === box.height;
}
