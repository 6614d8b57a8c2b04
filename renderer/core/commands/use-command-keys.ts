/** Runs commands by their keys. Mounted once, by the shell. */
import { useEffect } from 'react';
import { canRun, registeredCommands } from './commands.ts';
import { declineKey } from './declined-keys.ts';
import { isClosingEscape } from '../screen/overlays.ts';
import { useOwnKeys } from './key-bindings.ts';
import { matchesShortcut, typesText } from './shortcut.ts';
import { hasAppleKeys } from './shortcut-keys.ts';

export function useCommandKeys(): void {
  useEffect(() => {
    const apple = hasAppleKeys();
    const isPressed = (event: KeyboardEvent, shortcut: string): boolean =>
      matchesShortcut(event, shortcut, apple, useOwnKeys.getState().match);
    /**
     * Escape closes a menu and nothing behind it; when commands see the key, the menu is already
     * gone.
     */
    let isForMenu = false;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isForMenu) return;
      if (isClosingEscape(event)) return;
      const pressed = registeredCommands().filter(
        ({ shortcuts }) => shortcuts?.some((shortcut) => isPressed(event, shortcut)) === true,
      );
      declineKey(pressed.map(({ id }) => id)); // unless one of them runs below
      const typing = isTyping(event.target);
      const isOfDialogs = pressed.some(({ isForDialogs }) => isForDialogs === true);
      if (isOfDialogs && event.repeat) event.preventDefault();
      if ((isInDialog() && !isOfDialogs) || event.defaultPrevented) return;
      if (event.key.startsWith('Arrow') && usesArrows(event.target)) return;
      if (pressesControl(event)) return;
      const command = pressed.find(
        (each) =>
          (each.isForDialogs === true || !isInDialog()) &&
          each.shortcuts?.some(
            (shortcut) =>
              isPressed(event, shortcut) && (!typing || !typesText(event, shortcut, apple)),
          ) === true &&
          canRun(each),
      );
      const isOneOf = (keys: readonly string[]): boolean =>
        keys.some((shortcut) => matchesShortcut(event, shortcut, apple));
      if (command === undefined) {
        if (!typing && isOneOf(SCREEN_KEYS)) event.preventDefault();
        return;
      }
      // text fields keep their own undo, selection and clipboard
      if (typing && isOneOf(TEXT_KEYS)) return;
      declineKey([]);
      event.preventDefault();
      command.run();
    }
    function noteMenu({ key }: KeyboardEvent): void {
      isForMenu = key === 'Escape' && document.querySelector('[role="menu"]') !== null;
    }
    window.addEventListener('keydown', noteMenu, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', noteMenu, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/** Keys for which a browser would select the page or set a bookmark. */
const SCREEN_KEYS = ['Mod+A', 'Mod+D'] as const;

const TEXT_KEYS = ['A', 'C', 'X', 'V', 'Z', 'Y'].flatMap((key) => [
  `Mod+${key}`,
  `Shift+Mod+${key}`,
]);

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  );
}

/** Lists, sliders and others that use arrow keys themselves. */
const USES_ARROWS = [
  'listbox',
  'menu',
  'radiogroup',
  'separator',
  'slider',
  'spinbutton',
  'tablist',
  'tree',
  'grid',
].map((role) => `[role="${role}"]`);

function usesArrows(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const selector = [...USES_ARROWS, 'select', 'input[type="range"]', 'input[type="radio"]'];
  return target.closest(selector.join(', ')) !== null;
}

const CONTROLS =
  'button, a, summary, input, select, [role="button"], [role="menuitem"], [role="radio"]';

/** Whether the key presses the focused button, or is for another control. */
function pressesControl({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey || altKey) return false;
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

/** Whether a dialog is open, in which case no command runs behind it. */
export function isInDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
