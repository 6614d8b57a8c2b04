import { describe, expect, it } from 'vitest';
import {
  describeShortcut,
  matchesShortcut,
  normalShortcut,
  shortcutOf,
  type KeyPress,
  typesText,
} from './shortcut.ts';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

describe('matchesShortcut', () => {
  it('uses Ctrl for Mod on Windows and Linux, Cmd on Apple systems', () => {
    expect(matchesShortcut(press('z', { ctrlKey: true }), 'Mod+Z', false)).toBe(true);
    expect(matchesShortcut(press('z', { metaKey: true }), 'Mod+Z', false)).toBe(false);
    expect(matchesShortcut(press('z', { metaKey: true }), 'Mod+Z', true)).toBe(true);
    expect(matchesShortcut(press('z', { ctrlKey: true }), 'Mod+Z', true)).toBe(false);
  });

  it('matches a letter with Alt by its key when Alt types something else', () => {
    const typed = press('∑', { code: 'KeyW', altKey: true });
    expect(matchesShortcut(typed, 'Alt+W', true)).toBe(true);
    expect(matchesShortcut({ ...typed, altKey: false }, 'Alt+W', true)).toBe(false);
    expect(matchesShortcut(press('¡', { code: 'Digit1', altKey: true }), 'Alt+1', true)).toBe(true);
    expect(matchesShortcut(press('x', { code: 'KeyW', ctrlKey: true }), 'Mod+W', false)).toBe(
      false,
    );
  });

  it('distinguishes Undo from Redo by Shift, even when Shift changes the letter', () => {
    const redo = press('Z', { ctrlKey: true, shiftKey: true });
    expect(matchesShortcut(redo, 'Shift+Mod+Z', false)).toBe(true);
    expect(matchesShortcut(redo, 'Mod+Z', false)).toBe(false);
  });

  it('does not match a plain letter when Ctrl, Cmd or Alt is held', () => {
    expect(matchesShortcut(press('b'), 'B', false)).toBe(true);
    for (const held of ['ctrlKey', 'metaKey', 'altKey'] as const) {
      expect(matchesShortcut(press('b', { [held]: true }), 'B', false)).toBe(false);
    }
  });
});

it('keys by position are those of a US keyboard, whatever they type', () => {
  const azerty = press('a', { code: 'KeyQ' });
  expect(matchesShortcut(azerty, 'Q', false, 'place')).toBe(true);
  expect(matchesShortcut(azerty, 'A', false, 'place')).toBe(false);
  expect(matchesShortcut(azerty, 'A', false, 'letter')).toBe(true);
  // a German keyboard types ü at this place
  expect(matchesShortcut(press('ü', { code: 'BracketLeft' }), '[', false, 'place')).toBe(true);
  const question = press('_', { code: 'Slash', shiftKey: true });
  expect(matchesShortcut(question, '?', false, 'place')).toBe(true);
  expect(matchesShortcut({ ...question, shiftKey: false }, '?', false, 'place')).toBe(false);
  expect(matchesShortcut(press('Enter', { code: 'Enter' }), 'Enter', false, 'place')).toBe(true);
  expect(matchesShortcut(press(' ', { code: 'Space' }), ' ', false, 'place')).toBe(true);
});

describe('a pressed combination', () => {
  const ctrl = { ctrlKey: true };
  it.each<[KeyPress, string | undefined]>([
    [press('z', ctrl), 'Mod+Z'],
    [press('Z', { ...ctrl, shiftKey: true }), 'Shift+Mod+Z'],
    [press('?', { shiftKey: true }), '?'],
    [press('F5', { shiftKey: true, code: 'F5' }), 'Shift+F5'],
    [press(' ', { shiftKey: true, code: 'Space' }), 'Shift+ '],
    [press('∑', { altKey: true, code: 'KeyW' }), 'Alt+W'],
    [press('я', { code: 'KeyZ' }), 'Z'],
    [press('Control', ctrl), undefined],
    [press('Dead', { code: 'Quote' }), undefined],
    [press('b', { metaKey: true }), undefined],
  ])('%o is %s', (pressed, shortcut) => {
    expect(shortcutOf(pressed, false, 'letter')).toBe(shortcut);
    if (shortcut !== undefined) expect(matchesShortcut(pressed, shortcut, false)).toBe(true);
  });

  it('by position is matched by position', () => {
    for (const pressed of [
      press('a', { code: 'KeyQ', ...ctrl }),
      press('ü', { code: 'BracketLeft', altKey: true }),
      press('_', { code: 'Slash', shiftKey: true }),
      press('ArrowUp', { code: 'ArrowUp', shiftKey: true }),
    ]) {
      const shortcut = shortcutOf(pressed, false, 'place') ?? '';
      expect(matchesShortcut(pressed, shortcut, false, 'place'), shortcut).toBe(true);
    }
    expect(shortcutOf(press('ü', { code: 'IntlBackslash' }), false, 'place')).toBeUndefined();
  });

  it('is equal in any notation', () => {
    expect(normalShortcut('Mod+Shift+z')).toBe(normalShortcut('Shift+Mod+Z'));
    expect(normalShortcut('Mod++')).not.toBe(normalShortcut('Mod+-'));
  });
});

it('describeShortcut names the keys as printed on the keyboard', () => {
  expect(describeShortcut('Shift+Mod+Z', false)).toEqual(['Shift', 'Ctrl', 'Z']);
  expect(describeShortcut('Shift+Mod+Z', true)).toEqual(['⇧', '⌘', 'Z']);
  expect(describeShortcut('Mod++', false)).toEqual(['Ctrl', '+']);
  expect(describeShortcut('ArrowLeft', false)).toEqual(['←']);
});

describe('typesText', () => {
  const alt = press('1', { code: 'Digit1', altKey: true });

  it('leaves a text field only the keys that it needs', () => {
    expect(typesText(press('z', { ctrlKey: true }), 'Mod+Z', false)).toBe(false);
    expect(typesText(press('F1'), 'F1', false)).toBe(false);
    expect(typesText(press('b'), 'B', false)).toBe(true);
    expect(typesText(alt, 'Alt+1', false)).toBe(false);
    expect(typesText(press('ArrowUp', { altKey: true }), 'Alt+ArrowUp', false)).toBe(true);
  });

  it('types with Alt on macOS, and with the number pad, where Windows takes codes', () => {
    expect(typesText(alt, 'Alt+1', true)).toBe(true);
    expect(typesText({ ...alt, code: 'Numpad1' }, 'Alt+1', false)).toBe(true);
  });
});
