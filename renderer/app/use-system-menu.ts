/** Keeps the system's menu up to date with the window's commands, and whether they can run. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, queries, readError } from '../core/backend/client.ts';
import { sayError } from '../core/backend/say-error.ts';
import { registeredCommands, useCommandSources } from '../core/commands/commands.ts';
import { menuOf } from '../core/commands/menu-model.ts';

/** Changes within this time are sent together, ms. */
const SEND_AFTER = 50;

/** Keys that open a menu or start its shortcuts. */
const MENU_KEYS: ReadonlySet<string> = new Set(['Alt', 'Meta', 'F10']);

/**
 * Updates whether commands can run when the user may be about to open the menu: the pointer leaves
 * the page, a menu key is pressed, or the window loses focus.
 */
export function useSystemMenu(): void {
  const hasMenu = useQuery(queries.app.info.queryOptions()).data?.hasMenu ?? false;
  useEffect(() => (hasMenu ? keepMenu() : undefined), [hasMenu]);
}

/** @returns stops it */
function keepMenu(): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let lastSent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(): Promise<void> {
    try {
      const menu = menuOf(registeredCommands(), await backend.photos.recent());
      const text = JSON.stringify(menu);
      if (text === lastSent || signal.aborted) return;
      lastSent = text;
      await backend.desktop.showMenu(menu);
    } catch (thrown) {
      lastSent = '';
      // the shell shows a lost line, and a new one starts with a new menu
      if (readError(thrown).kind === 'unexpected') sayError(thrown);
    }
  }
  function sendSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), SEND_AFTER);
  }
  sendSoon();
  const stopCommands = useCommandSources.subscribe(sendSoon);
  document.documentElement.addEventListener('pointerleave', sendSoon, { signal });
  window.addEventListener('blur', sendSoon, { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (!MENU_KEYS.has(event.key)) return;
      // on the canvas, Alt belongs to the tools; whether it was used is known after all listeners
      setTimeout(() => {
        if (!event.defaultPrevented) sendSoon();
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
