/**
 * Key combinations as text: `Mod+Z`, `Shift+Mod+Z`, `[`, `\`, `?`. `Mod` is Cmd on macOS and Ctrl
 * elsewhere. Letters are matched by the typed character; so `Z` is where the user's layout has it. With Alt,
 * which types other characters on macOS, and on layouts without Latin letters the key itself counts too.
 */

import type { KeyMatch } from '../../../shared/contract/keys.ts';

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

/** The keys of a US keyboard that type signs, by their place: without Shift, and with it. */
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

/** Keys that only hold others. */
const HELD_KEYS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/**
 * The combination that a key press is, as it is kept.
 *
 * @returns `undefined` while only keys are held that go with others, and for a key without a name
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

/** The same text for the same keys, however they are ordered and written. */
export function normalShortcut(shortcut: string): string {
  const { key, modifiers } = parse(shortcut);
  return [...[...modifiers].sort(), key].join('+');
}

function typedKey({ key, code, altKey }: KeyPress): string | undefined {
  if (HELD_KEYS.has(key) || key === 'Dead' || key === 'Unidentified' || key === 'Process') {
    return undefined;
  }
  // with Alt a Mac types other characters, and layouts without Latin letters type none of these
  const isOther = altKey || /^(?!\p{Script=Latin})\p{L}$/u.test(key);
  const placed = isOther ? /^(?:Key|Digit)(.)$/u.exec(code)?.[1] : undefined;
  return placed ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The key at the same place of a US keyboard. */
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
 * Whether a key press is the combination. Shift counts only for letters and named keys: `?` needs none.
 *
 * @param match `place`: the key where a US keyboard has it
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
