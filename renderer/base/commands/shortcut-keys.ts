/** The keys of a shortcut or a gesture as this computer's keyboard names them. */
import { describeGesture, type Gesture } from './gestures.ts';
import { describeShortcut, isApple } from './shortcut.ts';

/** This computer has the keys of a Mac. */
export function hasAppleKeys(): boolean {
  return isApple(navigator.platform);
}

/** @param shortcut as in `shortcut.ts` @returns one text a key */
export function shortcutKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, hasAppleKeys());
}

/** @returns how a gesture is made, such as "Ctrl + click" */
export function gestureKeys(gesture: Pick<Gesture, 'how'>): string {
  return describeGesture(gesture, hasAppleKeys());
}
