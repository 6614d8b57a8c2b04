/** New boxes around text get the focus: drawn by pointer, or added in the middle of the visible part. */
import { useEffect } from 'react';
import { useStudioSession, type StudioSession } from '../session/index.ts';
import { focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';

/** Adds each box that is drawn with the tool for it. */
export function useDrawnTextBoxes(): void {
  const session = useStudioSession();
  useEffect(
    () => session?.core.onBoxDrawn((from, to) => focusSoon(session.plan.addTextBox(from, to))),
    [session],
  );
}

/** For the keyboard: a box in the middle, to be moved and resized from there. */
export function addTextBoxInTheMiddle(session: StudioSession | undefined): void {
  focusSoon(session?.plan.addTextBoxInTheMiddle());
}

/** Once it is on the page. @param index `undefined` when no box was added */
function focusSoon(index: number | undefined): void {
  if (index !== undefined) requestAnimationFrame(() => focusBox(textBoxId(index)));
}
