/** The keys of a shortcut or a gesture as this computer's keyboard names them. */
import { commandsAsRegistered } from './commands.ts';
import { describeGesture, type Gesture } from './gestures.ts';
import { keyIdOf, useOwnKeys } from './key-bindings.ts';
import { describeShortcut, isApple } from './shortcut.ts';

/** This computer has the keys of a Mac. */
export function hasAppleKeys(): boolean {
  return isApple(navigator.platform);
}

/**
 * @param shortcut as in `shortcut.ts`: one that a command of the screen in front comes with. Where the user has
 *   given that command another key, that one is named
 * @returns one text a key; none where the user has taken the command's keys away
 */
export function shortcutKeys(shortcut: string): readonly string[] {
  const { bindings } = useOwnKeys.getState();
  const owner =
    Object.keys(bindings).length === 0
      ? undefined
      : commandsAsRegistered().find(({ shortcuts }) => shortcuts?.includes(shortcut) === true);
  const own = owner === undefined ? undefined : bindings[keyIdOf(owner.id)];
  if (own === undefined) return namedKeys(shortcut);
  const [first] = own;
  return first === undefined ? [] : namedKeys(first);
}

/** @returns such as “Save (Ctrl S)”; the name alone where the command has no key @param shortcut as above */
export function nameWithKeys(name: string, shortcut: string): string {
  const keys = shortcutKeys(shortcut);
  return keys.length === 0 ? name : `${name} (${keys.join(' ')})`;
}

/** @param shortcut as it is, whatever the user's own keys are @returns one text a key */
export function namedKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, hasAppleKeys());
}

/** @returns how a gesture is made, such as "Ctrl + click" */
export function gestureKeys(gesture: Pick<Gesture, 'how'>): string {
  return describeGesture(gesture, hasAppleKeys());
}
