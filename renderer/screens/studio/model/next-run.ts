import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { NO_BOXES, planBoxes, usedBoxes, type BoxPlan } from './box-plan.ts';
import { textBoxesOf, type RunOperation, type StudioRunState } from './studio-store.ts';
import { planText, type PlannedText } from './text-plan.ts';

export interface NextRun {
  readonly operation: RunOperation;
  /** For the mask after the last edit. */
  readonly cleanup: BoxPlan;
  /** `undefined` without a photo. */
  readonly text: PlannedText | undefined;
  readonly textBoxes: readonly Rect[];
  /** Photo space, one call each; empty if there is nothing to run. */
  readonly regions: readonly Rect[];
}

export interface NextRunState {
  readonly photo: Photo | undefined;
  readonly run: Pick<StudioRunState, 'operation' | 'byHand' | 'painted' | 'textBoxes' | 'textMode'>;
}

/** Memoized: boxes are placed again only for another mask or boxes. */
export const nextRun = createNextRun();

function createNextRun(): (state: NextRunState) => NextRun {
  const cleanupOf = remembering(
    (
      photo: Photo | undefined,
      painted: StudioRunState['painted'],
      byHand: StudioRunState['byHand'],
    ) => (photo === undefined ? NO_BOXES : planBoxes(painted, byHand, photo)),
  );
  const textOf = remembering(
    (photo: Photo | undefined, boxes: readonly Rect[], mode: StudioRunState['textMode']) =>
      photo === undefined ? undefined : planText(photo, boxes, mode),
  );
  const nextOf = remembering(
    (
      operation: RunOperation,
      cleanup: BoxPlan,
      text: PlannedText | undefined,
      textBoxes: readonly Rect[],
    ): NextRun => {
      const regions = operation === 'cleanup' ? usedBoxes(cleanup) : (text?.regions ?? []);
      return { operation, cleanup, text, textBoxes, regions };
    },
  );
  return ({ photo, run }) => {
    const boxes = textBoxesOf(run, photo?.id ?? '');
    return nextOf(
      run.operation,
      cleanupOf(photo, run.painted, run.byHand),
      textOf(photo, boxes, run.textMode),
      boxes,
    );
  };
}

/** Memoizes the last call. */
function remembering<Input extends readonly unknown[], Output>(
  work: (...input: Input) => Output,
): (...input: Input) => Output {
  let last: { readonly input: Input; readonly output: Output } | undefined;
  return (...input) => {
    if (last?.input.every((value, index) => Object.is(value, input[index])) !== true) {
      last = { input, output: work(...input) };
    }
    return last.output;
  };
}
