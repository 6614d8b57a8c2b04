/** The keys of a shortcut or gesture, named as on this computer's keyboard. */
import type { CommandInfo } from './commands.ts';
import { describeGesture, type GestureHint } from './gestures.ts';
import { withOwnKeys } from './key-bindings.ts';
import { describeShortcut, isApple } from './shortcut.ts';

export function hasAppleKeys(): boolean {
  return isApple(navigator.platform);
}

/**
 * @param keys of a command, whose own keys count where the user changed them, or a shortcut that no
 * command has
 * @returns one text a key; none if the user has removed the command's keys
 */
export function shortcutKeys(keys: CommandKeys): readonly string[] {
  const [first] = typeof keys === 'string' ? [keys] : (withOwnKeys(keys).shortcuts ?? []);
  return first === undefined ? [] : namedKeys(first);
}

export type CommandKeys = string | Pick<CommandInfo, 'id' | 'keyId' | 'shortcuts'>;

/** @returns such as “Save (Ctrl S)”; only the name if the command has no key */
export function nameWithKeys(name: string, keys: CommandKeys): string {
  const texts = shortcutKeys(keys);
  return texts.length === 0 ? name : `${name} (${texts.join(' ')})`;
}

/** @param shortcut independent of the user's own keys @returns one text a key */
export function namedKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, hasAppleKeys());
}

/** @returns such as "Ctrl + click" */
export function gestureKeys(gesture: Pick<GestureHint, 'how'>): string {
  return describeGesture(gesture, hasAppleKeys());
}
