/** Shortcuts of the window, as the menu shows them. */

/** Electron's names of keys that it does not call as the page does. */
const KEYS: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Enter: 'Return',
  Escape: 'Esc',
  '+': 'Plus',
  ' ': 'Space',
};

/** Keys that edit text: on macOS they belong to the menu's own entries for text fields. */
const TEXT_KEYS = new Set(['A', 'C', 'X', 'V', 'Z', 'Y']);

/** What goes into a menu's entry. */
export interface Accelerator {
  readonly accelerator?: string;
  readonly registerAccelerator?: false;
}

/**
 * The shortcut, shown beside the entry and not listened to: the page hears its keys itself, and knows
 * whether one is meant for a text field or a dialog.
 *
 * macOS listens to every key that a menu shows. There a key is shown only with Cmd, or from F1 on, and
 * the menu gets it after the page (see `isByKey` in `shared/contract/desktop.ts`).
 *
 * @param shortcut as in `renderer/base/commands/shortcut.ts`
 */
export function acceleratorOf(shortcut: string, platform: NodeJS.Platform): Accelerator {
  const parts = shortcut.split(/(?<=.)\+(?=.)/u);
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).map((part) => (part === 'Mod' ? 'CommandOrControl' : part));
  const accelerator = [...modifiers, KEYS[key] ?? key].join('+');
  if (platform !== 'darwin') return { accelerator, registerAccelerator: false };
  const isOfMenu = parts.includes('Mod') || /^F\d+$/u.test(key);
  return isOfMenu && !TEXT_KEYS.has(key) ? { accelerator } : {};
}
