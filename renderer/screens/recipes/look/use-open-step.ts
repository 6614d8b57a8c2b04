/** Opens a step of a file in its screen, with everything as it was when the step began. */
import { useState } from 'react';
import { useUpdateSettings } from '../../../base/backend/settings.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { orderOfStep, placeOfStep } from './step-place.ts';
import { useRecipesSession } from '../session/screen.ts';

/** @returns opens a step of the file by its index, and the index of the one that is being opened */
export function useOpenStep(runId: string, position: number) {
  const { running } = useRecipesSession();
  const updateSettings = useUpdateSettings();
  const [opening, setOpening] = useState<number>();
  async function open(index: number): Promise<void> {
    setOpening(index);
    const opened = await running.openStep(runId, position, index);
    setOpening(undefined);
    running.look(undefined);
    if (opened === undefined) return;
    const { step } = opened;
    if (step.kind === 'clean-up') {
      const { margin, matchColors } = step;
      updateSettings({ margin, matchColors });
    }
    showScreen(placeOfStep(step.kind).id, orderOfStep(opened));
  }
  return { open, opening };
}
