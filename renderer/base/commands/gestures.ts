/** Gestures of mouse, pen and held keys: no commands, but part of the list of shortcuts. */
import { useEffect } from 'react';
import { useScreen } from '../screen/screen-context.tsx';
import { addSource, createSources } from '../screen/sources.ts';

/** One gesture: its effect, and how it is made. */
export interface Gesture {
  /** e.g. "Straight line" */
  readonly title: string;
  /** e.g. "Shift + click"; "Mod" is Ctrl, on Apple systems Cmd. */
  readonly how: string;
}

/** @returns how a gesture is made, with the keys' names of this system */
export function describeGesture({ how }: Pick<Gesture, 'how'>, onApple: boolean): string {
  return how
    .replaceAll('Mod', onApple ? 'Cmd' : 'Ctrl')
    .replaceAll('Alt', onApple ? 'Option' : 'Alt');
}

/** The gestures of the screen in front, by the component that registered them. */
export const useGestureSources = createSources<Gesture>();

/**
 * Lists gestures while the component is mounted and its screen in front.
 *
 * @param gestures a constant
 */
export function useGestures(gestures: readonly Gesture[]): void {
  const { isInFront } = useScreen();
  useEffect(
    () => (isInFront ? addSource(useGestureSources, gestures) : undefined),
    [gestures, isInFront],
  );
}
