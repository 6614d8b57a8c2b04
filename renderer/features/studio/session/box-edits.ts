/** Changes of boxes by hand, each a step of the history. */
import { MAX_REGIONS } from '../../../../shared/contract/cleanup.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { CanvasCore, EditCommand } from '../canvas/index.ts';
import { textBoxesOf } from '../model/run-store.ts';
import type { StudioStores } from '../model/stores.ts';

/** Changes that follow each other faster than this are one step, where they are of one kind, ms. */
const SAME_STEP = 1000;

export interface BoxEdits {
  /**
   * Other boxes for the clean-up.
   *
   * @param byHand `undefined` = Gesso's own
   * @param series a name for changes by the same key, so that many presses become one step
   */
  setCleanupBoxes(byHand: readonly Rect[] | undefined, label: string, series?: string): void;
  setTextBoxes(boxes: readonly Rect[], label: string, series?: string): void;
}

/**
 * @param photoId whose text boxes are changed
 * @param told.changed after each change of text boxes, also undo and redo
 * @param told.refused why a change was not made
 */
export function createBoxEdits(
  core: Pick<CanvasCore, 'history'>,
  run: StudioStores['run'],
  photoId: string,
  told: {
    readonly changed: (boxes: readonly Rect[]) => void;
    readonly refused: (message: string) => void;
  },
): BoxEdits {
  let last: { readonly command: EditCommand; readonly series: string; at: number } | undefined;

  function edit<Boxes extends readonly Rect[] | undefined>(
    before: Boxes,
    after: Boxes,
    show: (boxes: Boxes) => void,
    label: string,
    series: string | undefined,
  ): void {
    const { history } = core;
    if ((after?.length ?? 0) > MAX_REGIONS) {
      told.refused(`A run can have up to ${MAX_REGIONS} boxes.`);
      return;
    }
    show(after);
    const isGoingOn =
      last !== undefined &&
      last.series === series &&
      history.done.at(-1) === last.command &&
      performance.now() - last.at < SAME_STEP;
    const former = isGoingOn ? last?.command : undefined;
    if (former !== undefined) history.remove(former);
    const command: EditCommand = {
      label,
      bytes: 0,
      undo: former === undefined ? () => show(before) : () => former.undo(),
      redo: () => show(after),
    };
    history.push(command);
    last = series === undefined ? undefined : { command, series, at: performance.now() };
  }

  return {
    setCleanupBoxes(byHand, label, series) {
      const show = (boxes: readonly Rect[] | undefined) => run.setState({ byHand: boxes });
      edit(run.getState().byHand, byHand, show, label, series);
    },
    setTextBoxes(boxes, label, series) {
      const show = (next: readonly Rect[]) => {
        run.setState(({ textBoxes }) => ({
          textBoxes: new Map([...textBoxes, [photoId, next] as const]),
        }));
        told.changed(next);
      };
      edit(textBoxesOf(run.getState(), photoId), boxes, show, label, series);
    },
  };
}
