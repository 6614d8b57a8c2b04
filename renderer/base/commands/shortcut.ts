/**
 * Key combinations as text: `Mod+Z`, `Shift+Mod+Z`, `[`, `\`, `?`. `Mod` is Cmd on macOS and Ctrl
 * elsewhere. Letters are matched by the typed character; so `Z` is where the user's layout has it. With Alt,
 * which types other characters on macOS, and on layouts without Latin letters the key itself counts too.
 */

/** The parts of a keyboard event that decide. */
export interface KeyPress {
  readonly key: string;
  /** The key itself, wherever the layout has put a letter. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** True on Apple systems, where `Mod` is Cmd. */
export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/iu.test(platform);
}

/** Whether a key press is the combination. Shift counts only for letters and named keys: `?` needs none. */
export function matchesShortcut(press: KeyPress, shortcut: string, apple: boolean): boolean {
  const { key, modifiers } = parse(shortcut);
  const wantsMod = modifiers.has('mod');
  const mod = apple ? press.metaKey : press.ctrlKey;
  const otherMod = apple ? press.ctrlKey : press.metaKey;
  if (mod !== wantsMod || otherMod || press.altKey !== modifiers.has('alt')) return false;
  const isForeign = /^(?!\p{Script=Latin})\p{L}$/u.test(press.key);
  const isKey = (modifiers.has('alt') || isForeign) && isCodeOf(press.code, key);
  if (press.key.toLowerCase() !== key && !isKey) return false;
  const shiftMatters = key.length > 1 || /\p{L}/u.test(key);
  return !shiftMatters || press.shiftKey === modifiers.has('shift');
}

/** The combination as the user's keyboard names it. */
export function describeShortcut(shortcut: string, apple: boolean): readonly string[] {
  return shortcut.split(/(?<=.)\+(?=.)/u).map((part) => {
    if (part === 'Mod') return apple ? '⌘' : 'Ctrl';
    if (part === 'Shift') return apple ? '⇧' : 'Shift';
    if (part === 'Alt') return apple ? '⌥' : 'Alt';
    if (part === 'Enter') return apple ? '↩' : 'Enter';
    if (part === ' ') return 'Space';
    if (part === 'Delete') return 'Del';
    if (part === 'ArrowUp') return '↑';
    if (part === 'ArrowDown') return '↓';
    if (part === 'ArrowLeft') return '←';
    if (part === 'ArrowRight') return '→';
    return part;
  });
}

function isCodeOf(code: string, key: string): boolean {
  return code === `Key${key.toUpperCase()}` || code === `Digit${key}`;
}

function parse(shortcut: string) {
  const parts = shortcut.split(/(?<=.)\+(?=.)/u);
  const key = (parts.at(-1) ?? '').toLowerCase();
  return { key, modifiers: new Set(parts.slice(0, -1).map((part) => part.toLowerCase())) };
}
