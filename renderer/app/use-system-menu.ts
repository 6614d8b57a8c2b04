/** Tells the system's menu the window's commands, and which of them can run. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, queries, readError } from '../base/backend/client.ts';
import { registeredCommands, useCommandSources } from '../base/commands/commands.ts';
import { menuOf } from '../base/commands/menu-model.ts';
import { say } from '../base/ui/say.ts';

/** Changes of this time are told together, ms. */
const TELL_AFTER = 50;

/** Keys by which a menu is reached or its keys begin. */
const MENU_KEYS: ReadonlySet<string> = new Set(['Alt', 'Meta', 'F10']);

/**
 * Whether a command can run is asked when the user may be on the way to the menu: the pointer leaves
 * the page, a menu key goes down, or the window loses the focus. Nothing is asked in between.
 */
export function useSystemMenu(): void {
  const hasMenu = useQuery(queries.app.info.queryOptions()).data?.hasMenu ?? false;
  useEffect(() => (hasMenu ? keepMenu() : undefined), [hasMenu]);
}

/** @returns ends it */
function keepMenu(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tell(): Promise<void> {
    try {
      const menu = menuOf(registeredCommands(), await backend.photos.recent());
      const text = JSON.stringify(menu);
      if (text === told || signal.aborted) return;
      told = text;
      await backend.desktop.showMenu(menu);
    } catch (thrown) {
      told = '';
      // a lost line is shown by the shell, and a new one begins with a new menu
      if (readError(thrown).kind === 'unexpected') say(readError(thrown).message);
    }
  }
  function tellSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), TELL_AFTER);
  }
  tellSoon();
  const stopCommands = useCommandSources.subscribe(tellSoon);
  document.documentElement.addEventListener('pointerleave', tellSoon, { signal });
  window.addEventListener('blur', tellSoon, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (!MENU_KEYS.has(event.key)) return;
      // on the canvas, Alt belongs to the tools and reaches no menu: known when all have heard it
      setTimeout(() => {
        if (!event.defaultPrevented) tellSoon();
      });
    },
    { signal },
  );
  return () => {
    clearTimeout(timer);
    stopCommands();
    listeners.abort();
  };
}
