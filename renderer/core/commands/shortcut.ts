/**
 * Key combinations as text: `Mod+Z`, `Shift+Mod+Z`, `[`, `\`, `?`. `Mod` is Cmd on macOS and Ctrl
 * elsewhere. Letters match the typed character, so that `Z` follows the user's layout. The key's
 * position counts too with Alt, which types other characters on macOS, and on layouts without Latin
 * letters.
 */

import type { KeyMatch } from '../../../shared/contract/keys.ts';

/** The fields of a keyboard event that matter here. */
export interface KeyPress {
  readonly key: string;
  /** The position of the key, independent of the layout. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export function isApple(platform: string): boolean {
  return /mac|iphone|ipad/iu.test(platform);
}

/** Signs of a US keyboard by key position, without and with Shift. */
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
};

/** Modifiers. */
const HELD_KEYS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/**
 * The combination of a key press, as it is stored.
 * @returns `undefined` for modifiers alone and for keys without a name
 */
export function shortcutOf(press: KeyPress, apple: boolean, match: KeyMatch): string | undefined {
  const key = match === 'place' ? placedKey(press) : typedKey(press);
  if (key === undefined || (apple ? press.ctrlKey : press.metaKey)) return undefined;
  const held = [
    press.shiftKey && needsShift(key.toLowerCase()) ? ['Shift'] : [],
    press.altKey ? ['Alt'] : [],
    (apple ? press.metaKey : press.ctrlKey) ? ['Mod'] : [],
  ];
  return [...held.flat(), key].join('+');
}

/** One spelling for each combination, whatever the order and case. */
export function normalShortcut(shortcut: string): string {
  const { key, modifiers } = parse(shortcut);
  return [...[...modifiers].sort(), key].join('+');
}

function typedKey({ key, code, altKey }: KeyPress): string | undefined {
  if (HELD_KEYS.has(key) || key === 'Dead' || key === 'Unidentified' || key === 'Process') {
    return undefined;
  }
  // on a Mac, Alt types other characters, and non-Latin layouts have none of these letters
  const isOther = altKey || /^(?!\p{Script=Latin})\p{L}$/u.test(key);
  const placed = isOther ? /^(?:Key|Digit)(.)$/u.exec(code)?.[1] : undefined;
  return placed ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The key at the same position of a US keyboard. */
function placedKey({ key, code, shiftKey }: KeyPress): string | undefined {
  if (HELD_KEYS.has(key)) return undefined;
  const letter = /^(?:Key|Digit|Numpad)(.)$/u.exec(code)?.[1];
  if (letter !== undefined) return letter;
  const sign = SIGNS[code];
  if (sign !== undefined) return sign[shiftKey ? 1 : 0];
  return key.length === 1 && key !== ' ' ? undefined : key;
}

function needsShift(key: string): boolean {
  return key.length > 1 || /[\p{L}\s]/u.test(key);
}

/**
 * Whether a key press matches. Shift counts only for letters and named keys, as `?` needs none.
 * @param match `place`: by position on a US keyboard
 */
export function matchesShortcut(
  press: KeyPress,
  shortcut: string,
  apple: boolean,
  match: KeyMatch = 'letter',
): boolean {
  const { key, modifiers } = parse(shortcut);
  const wantsMod = modifiers.has('mod');
  const mod = apple ? press.metaKey : press.ctrlKey;
  const otherMod = apple ? press.ctrlKey : press.metaKey;
  if (mod !== wantsMod || otherMod || press.altKey !== modifiers.has('alt')) return false;
  if (match === 'place') {
    if (placedKey(press)?.toLowerCase() !== key) return false;
    return !needsShift(key) || press.shiftKey === modifiers.has('shift');
  }
  const isForeign = /^(?!\p{Script=Latin})\p{L}$/u.test(press.key);
  const isKey = (modifiers.has('alt') || isForeign) && isCodeOf(press.code, key);
  if (press.key.toLowerCase() !== key && !isKey) return false;
  const shiftMatters = key.length > 1 || /\p{L}/u.test(key);
  return !shiftMatters || press.shiftKey === modifiers.has('shift');
}

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

/**
 * Whether a text field needs the key press. Alt with a letter or digit types only on macOS, and on
 * the number pad, where Windows enters characters by code.
 */
export function typesText({ code }: KeyPress, shortcut: string, apple: boolean): boolean {
  if (shortcut.includes('Mod+') || shortcut === 'F1') return false;
  return apple || code.startsWith('Numpad') || !/^(?:Shift\+)?Alt\+[A-Z\d]$/u.test(shortcut);
}
