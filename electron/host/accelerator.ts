/** Shortcuts as shown in the menu. */

/** Key names that differ between Electron and the page. */
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

/** Text editing keys, which on macOS belong to the menu's own entries. */
const TEXT_KEYS = new Set(['A', 'C', 'X', 'V', 'Z', 'Y']);

interface Accelerator {
  readonly accelerator?: string;
  readonly registerAccelerator?: false;
}

/**
 * For display: the page handles its keys. macOS triggers every key that a menu shows, so there it is
 * shown only with Cmd or from F1, and the page gets it first (see `isByKey`).
 * @param shortcut as in `renderer/core/commands/shortcut.ts`
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
