import { useSyncExternalStore } from 'react';
import type { CanvasSnapshot } from '../canvas/index.ts';
import { useStudioSession } from './StudioProvider.tsx';

const NOTHING = () => () => undefined;

/**
 * @param select must return the same value for the same snapshot part
 * @returns `undefined` before the canvas exists
 */
export function useCanvas<Selected>(
  select: (snapshot: CanvasSnapshot) => Selected,
): Selected | undefined {
  const core = useStudioSession()?.core;
  return useSyncExternalStore(core?.subscribe ?? NOTHING, () =>
    core === undefined ? undefined : select(core.getSnapshot()),
  );
}
