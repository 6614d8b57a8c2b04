/** The keys of a shortcut or gesture, named as on this computer's keyboard. */
import { commandsAsRegistered } from './commands.ts';
import { describeGesture, type Gesture } from './gestures.ts';
import { keyIdOf, useOwnKeys } from './key-bindings.ts';
import { describeShortcut, isApple } from './shortcut.ts';

export function hasAppleKeys(): boolean {
  return isApple(navigator.platform);
}

/**
 * @param shortcut a default shortcut of a registered command, as in `shortcut.ts`. Where the user
 * has changed it, the new one is named
 * @returns one text a key; none if the user has removed the command's keys
 */
export function shortcutKeys(shortcut: string): readonly string[] {
  const { bindings } = useOwnKeys.getState();
  const owner =
    Object.keys(bindings).length === 0
      ? undefined
      : commandsAsRegistered().find(({ shortcuts }) => shortcuts?.includes(shortcut) === true);
  const own = owner === undefined ? undefined : bindings[keyIdOf(owner)];
  if (own === undefined) return namedKeys(shortcut);
  const [first] = own;
  return first === undefined ? [] : namedKeys(first);
}

/**
 * @param shortcut as for {@link shortcutKeys}
 * @returns such as “Save (Ctrl S)”; only the name if the command has no key
 */
export function nameWithKeys(name: string, shortcut: string): string {
  const keys = shortcutKeys(shortcut);
  return keys.length === 0 ? name : `${name} (${keys.join(' ')})`;
}

/** @param shortcut independent of the user's own keys @returns one text a key */
export function namedKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, hasAppleKeys());
}

/** @returns such as "Ctrl + click" */
export function gestureKeys(gesture: Pick<Gesture, 'how'>): string {
  return describeGesture(gesture, hasAppleKeys());
}
