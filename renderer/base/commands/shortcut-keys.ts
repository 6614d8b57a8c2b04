/** The keys of a shortcut as this computer's keyboard names them. */
import { describeShortcut, isApple } from './shortcut.ts';

/** @param shortcut as in `shortcut.ts` @returns one text a key */
export function shortcutKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, isApple(navigator.platform));
}
