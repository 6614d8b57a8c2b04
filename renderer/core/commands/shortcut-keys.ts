/** The keys of a shortcut or gesture, named as on this computer's keyboard. */
import { useMemo } from 'react';
import type { KeyBindings } from '../../../shared/contract/keys.ts';
import type { CommandInfo } from './commands.ts';
import { describeGesture, type GestureHint } from './gestures.ts';
import { useOwnKeys, withOwnKeys } from './key-bindings.ts';
import { describeShortcut, isApple } from './shortcut.ts';

export function hasAppleKeys(): boolean {
  return isApple(navigator.platform);
}

export type CommandKeys = string | Pick<CommandInfo, 'id' | 'keyId' | 'shortcuts'>;

/**
 * Names keys as the user has set them. Both functions are new ones whenever that changes, so that
 * the compiler's cached texts change with them.
 */
export function useKeyNames() {
  const bindings = useOwnKeys((state) => state.bindings);
  return useMemo(
    () => ({
      shortcutKeys: (keys: CommandKeys) => shortcutKeys(keys, bindings),
      nameWithKeys: (name: string, keys: CommandKeys) => nameWithKeys(name, keys, bindings),
    }),
    [bindings],
  );
}

/** @returns such as “Save (Ctrl S)”; only the name if the command has no key */
export function nameWithKeys(
  name: string,
  keys: CommandKeys,
  bindings: KeyBindings = useOwnKeys.getState().bindings,
): string {
  const texts = shortcutKeys(keys, bindings);
  return texts.length === 0 ? name : `${name} (${texts.join(' ')})`;
}

/**
 * @param keys of a command, whose own keys count where the user changed them, or a shortcut that no
 * command has
 * @returns one text a key; none if the user has removed the command's keys
 */
function shortcutKeys(keys: CommandKeys, bindings: KeyBindings): readonly string[] {
  const [first] = typeof keys === 'string' ? [keys] : (withOwnKeys(keys, bindings).shortcuts ?? []);
  return first === undefined ? [] : namedKeys(first);
}

/** @param shortcut independent of the user's own keys @returns one text a key */
export function namedKeys(shortcut: string): readonly string[] {
  return describeShortcut(shortcut, hasAppleKeys());
}

/** @returns such as "Ctrl + click" */
export function gestureKeys(gesture: Pick<GestureHint, 'how'>): string {
  return describeGesture(gesture, hasAppleKeys());
}
