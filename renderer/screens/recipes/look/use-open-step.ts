import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../base/backend/client.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { say } from '../../../base/ui/say.ts';
import { openedWords, orderOfStep, placeOfStep } from './step-place.ts';
import { useRecipesSession } from '../session/screen.ts';

/** @returns a function that opens a step by its index, and the index being opened */
export function useOpenStep(runId: string, position: number) {
  const { running } = useRecipesSession();
  const client = useQueryClient();
  const [opening, setOpening] = useState<number>();
  async function open(index: number): Promise<void> {
    setOpening(index);
    const opened = await running.openStep(runId, position, index);
    setOpening(undefined);
    running.look(undefined);
    if (opened === undefined) return;
    // the Studio may have cached an answer about this photo
    await client.invalidateQueries({ queryKey: queries.cleanup.edge.key() });
    showScreen(placeOfStep(opened.step.kind).id, orderOfStep(opened));
    const words = openedWords(opened);
    if (words !== undefined) say(words);
  }
  return { open, opening };
}
