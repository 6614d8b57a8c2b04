/** Stores a clean-up's box with its undo step, so that an undo finds the saved result again. */
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
      // not the visible boxes, which lag behind repeated undo
      const before = byHand ?? boxesNow();
      return () => {
        const box = boxOfJob();
        if (box === undefined) return;
        if (byHand === undefined && boxesNow().some(isSame(box))) return; // it is placed there anyway
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
