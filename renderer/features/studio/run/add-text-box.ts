/** New boxes around text: drawn by pointer, or put into the middle of what is seen. */
import { boxBetween } from '../../../../shared/geometry/box-edit.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import { TEXT_TILES } from '../../../../shared/geometry/text-tiles.ts';
import { useStudio } from '../session/studio-store.ts';
import { focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';
import { chooseTool } from './choose-operation.ts';
import { textBoxesOf, useRun } from './run-store.ts';
import { LEAST_TEXT_BOX } from './text-plan.ts';

/** Share of the stage that a box takes which is not drawn. */
const SHARE = { across: 0.4, down: 0.2 } as const;

/** Adds the box between two points of the photo space, and gives it the focus. */
export function addTextBox(from: Point, to: Point): void {
  const { photo } = useStudio.getState();
  const { edits } = useRun.getState();
  if (photo === undefined || edits === undefined) return;
  const box = boxBetween(from, to, photo, LEAST_TEXT_BOX);
  if (box === undefined) return;
  const boxes = textBoxesOf(useRun.getState(), photo.id);
  edits.setTextBoxes([...boxes, box], 'drawing a box');
  // once it is on the page
  requestAnimationFrame(() => focusBox(textBoxId(boxes.length)));
}

/** For the keyboard: a box in the middle, to be moved and resized from there. */
export function addTextBoxInTheMiddle(): void {
  const { session, photo } = useStudio.getState();
  if (session === undefined || photo === undefined) return;
  chooseTool(session.core, 'text-box');
  const { view, stage } = session.core.getSnapshot();
  const middle = {
    x: Math.min(Math.max(0, (stage.width / 2 - view.x) / view.scale), photo.width),
    y: Math.min(Math.max(0, (stage.height / 2 - view.y) / view.scale), photo.height),
  };
  const half = {
    x: Math.min(TEXT_TILES.maxWidth, (stage.width * SHARE.across) / view.scale) / 2,
    y: Math.min(TEXT_TILES.maxHeight, (stage.height * SHARE.down) / view.scale) / 2,
  };
  addTextBox(
    { x: middle.x - half.x, y: middle.y - half.y },
    { x: middle.x + half.x, y: middle.y + half.y },
  );
}
