/** Listens to the keyboard for all registered commands. Mounted once, by the shell. */
import { useEffect } from 'react';
import { registeredCommands } from './commands.ts';
import { isApple, matchesShortcut } from './shortcut.ts';

export function useCommandKeys(): void {
  useEffect(() => {
    const apple = isApple(navigator.platform);
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      const typing = isTyping(event.target);
      if (isInDialog()) return;
      if (event.key.startsWith('Arrow') && usesArrows(event.target)) return;
      const command = registeredCommands().find(
        ({ shortcuts, isEnabled }) =>
          (isEnabled?.() ?? true) &&
          shortcuts?.some(
            (shortcut) =>
              matchesShortcut(event, shortcut, apple) && (!typing || shortcut.includes('Mod+')),
          ),
      );
      if (command === undefined) return;
      // the user's own text keeps its own undo
      if (typing && /undo|redo/u.test(command.id)) return;
      event.preventDefault();
      command.run();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'range', 'button'].includes(target.type)
  );
}

/** Lists, sliders and the like move within themselves by these keys. */
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

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
