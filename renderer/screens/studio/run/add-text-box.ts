import { useEffect } from 'react';
import { useStudioSession, type StudioSession } from '../session/index.ts';
import { focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';

export function useDrawnTextBoxes(): void {
  const session = useStudioSession();
  useEffect(
    () => session?.core.onBoxDrawn((from, to) => focusSoon(session.plan.addTextBox(from, to))),
    [session],
  );
}

export function addTextBoxInTheMiddle(session: StudioSession | undefined): void {
  focusSoon(session?.plan.addTextBoxInTheMiddle());
}

/** Waits until the box is mounted. @param index `undefined` if no box was added */
function focusSoon(index: number | undefined): void {
  if (index !== undefined) requestAnimationFrame(() => focusBox(textBoxId(index)));
}
