import { MAX_REGIONS } from '../../../../shared/contract/cleanup.ts';
import { isSameRect, rectsWithout, type Rect } from '../../../../shared/geometry/rect.ts';
import type { CanvasCore, EditCommand } from '../canvas/index.ts';
import { textBoxesOf } from '../model/run-state.ts';
import type { StudioStore } from '../model/studio-store.ts';

/** Quicker changes of one kind become one undo step, ms. */
const SAME_STEP = 1000;

export type BoxEdits = ReturnType<typeof createBoxEdits>;

/**
 * @param photoId whose text boxes are changed
 * @param deps.change also called for undo and redo
 * @param deps.refused called with the reason
 */
export function createBoxEdits(
  core: Pick<CanvasCore, 'history'>,
  store: StudioStore,
  photoId: string,
  deps: {
    readonly change: (boxes: readonly Rect[]) => void;
    readonly refused: (message: string) => void;
  },
) {
  let last:
    | {
        readonly command: EditCommand;
        readonly series: string;
        readonly at: number;
        readonly before: readonly Rect[] | undefined;
      }
    | undefined;

  /** @param move applies or reverts the change */
  function edit<Boxes extends readonly Rect[] | undefined>(
    now: Boxes,
    after: Boxes,
    move: (from: Boxes, to: Boxes) => void,
    label: string,
    series: string | undefined,
  ): void {
    const { history } = core;
    if ((after?.length ?? 0) > MAX_REGIONS) {
      deps.refused(`A run can have up to ${MAX_REGIONS} boxes.`);
      return;
    }
    move(now, after);
    const isGoingOn =
      last !== undefined &&
      last.series === series &&
      history.done.at(-1) === last.command &&
      performance.now() - last.at < SAME_STEP;
    const former = isGoingOn ? last : undefined;
    if (former !== undefined) history.remove(former.command);
    // the same series, so the same kind
    const before = former === undefined ? now : (former.before as Boxes);
    const command: EditCommand = {
      label,
      bytes: 0,
      undo: () => move(after, before),
      redo: () => move(before, after),
    };
    history.push(command);
    last = series === undefined ? undefined : { command, series, at: performance.now(), before };
  }

  return {
    /**
     * @param byHand `undefined` for Gesso's own
     * @param series equal for repeated presses of one key, which become one step
     */
    setCleanupBoxes(byHand: readonly Rect[] | undefined, label: string, series?: string): void {
      const show = (_: unknown, boxes: readonly Rect[] | undefined) =>
        store.setSlice('run', { byHand: boxes });
      edit(store.getState().run.byHand, byHand, show, label, series);
    },
    setTextBoxes(boxes: readonly Rect[], label: string, series?: string): void {
      const now = () => textBoxesOf(store.getState().run, photoId);
      edit(now(), boxes, (from, to) => deps.change(changed(now(), from, to)), label, series);
    },
  };
}

/** Applies only the difference if a run has returned some boxes since. */
function changed(
  boxes: readonly Rect[],
  from: readonly Rect[],
  to: readonly Rect[],
): readonly Rect[] {
  const isAsBefore =
    boxes.length === from.length &&
    boxes.every((box, index) => {
      const other = from[index];
      return other !== undefined && isSameRect(box, other);
    });
  if (isAsBefore) return to;
  const left = rectsWithout(boxes, rectsWithout(from, to));
  return [...left, ...rectsWithout(rectsWithout(to, from), left)];
}
