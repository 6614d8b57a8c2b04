/** Gestures of mouse, pen and held keys, for the list of shortcuts. */
import { useEffect } from 'react';
import { useScreen } from '../screen/screen-context.tsx';
import { addSource, createSources } from '../screen/sources.ts';

export interface GestureHint {
  /** Such as "Straight line". */
  readonly title: string;
  /** Such as "Shift + click"; "Mod" is Ctrl, or Cmd on Apple systems. */
  readonly how: string;
}

/** @returns how a gesture is made, with the names of this system's keys */
export function describeGesture({ how }: Pick<GestureHint, 'how'>, onApple: boolean): string {
  return how
    .replaceAll('Mod', onApple ? 'Cmd' : 'Ctrl')
    .replaceAll('Alt', onApple ? 'Option' : 'Alt');
}

/** By the component that registered them. */
export const useGestureSources = createSources<GestureHint>();

/**
 * Lists gestures while the component is mounted on the current screen.
 * @param gestures a constant
 */
export function useGestures(gestures: readonly GestureHint[]): void {
  const { isInFront } = useScreen();
  useEffect(
    () => (isInFront ? addSource(useGestureSources, gestures) : undefined),
    [gestures, isInFront],
  );
}
