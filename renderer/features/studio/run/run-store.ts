/** What the next run on the open photo would do. Kept here by the planner; shown by panel and canvas. */
import { create } from 'zustand';
import type { CallPlan, RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { BoxEdits } from './box-edits.ts';
import { NO_BOXES, type BoxPlan } from './box-plan.ts';

/** What Run does. */
export type RunOperation = Settings['runOperation'];

export interface RunState {
  readonly operation: RunOperation;
  /** Boxes of the clean-up as the user has adjusted them; `undefined` = Gesso's own are wanted. */
  readonly byHand: readonly Rect[] | undefined;
  /** For the mask as it was after the last edit. */
  readonly boxPlan: BoxPlan;
  /** Boxes around text, by photo. */
  readonly textBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** How text is to be removed; as far as the photo allows it. */
  readonly textMode: RemoveTextMode | undefined;
  /** What the backend says to exactly what is planned now; `undefined` until it has. */
  readonly calls: CallPlan | undefined;
  /** Why it cannot say so. */
  readonly problem: string | undefined;
  /** Changes boxes of the open photo. */
  readonly edits: BoxEdits | undefined;
}

/** What belongs to the photo that is open. */
export const INITIAL_PLAN = {
  byHand: undefined,
  boxPlan: NO_BOXES,
  calls: undefined,
  problem: undefined,
} as const;

export const useRun = create<RunState>(() => ({
  operation: 'cleanup',
  textBoxes: new Map(),
  textMode: undefined,
  edits: undefined,
  ...INITIAL_PLAN,
}));

const NONE: readonly Rect[] = [];

/** The boxes around text of a photo; the same array until they change. */
export function textBoxesOf(
  { textBoxes }: Pick<RunState, 'textBoxes'>,
  photoId: string,
): readonly Rect[] {
  return textBoxes.get(photoId) ?? NONE;
}
