import { describe, expect, it } from 'vitest';
import { COMMAND_INDEX } from '../palette/command-index.ts';
import {
  foundRows,
  keyRows,
  usersOf,
  withDefaults,
  withKey,
  withoutKey,
  withoutReplacement,
  type KeyCommand,
} from './key-rows.ts';
import { PHOTOSHOP_KEYS } from './photoshop-keys.ts';

const COMMANDS: readonly KeyCommand[] = [
  { id: 'studio.brush', title: 'Brush', group: 'Tools', screenId: 'studio', defaults: ['B'] },
  { id: 'studio.line', title: 'Line', group: 'Tools', screenId: 'studio', defaults: ['U'] },
  { id: 'studio.enter', title: 'Take', group: 'Tools', screenId: 'studio', defaults: ['U'] },
  { id: 'faces.brush', title: 'Paint', group: 'Faces', screenId: 'faces', defaults: ['B', 'P'] },
  {
    id: 'view.showPanels',
    keyId: 'view.hidePanels',
    title: 'Show panels',
    group: 'View',
    defaults: ['Mod+B'],
  },
];

function row(bindings: Parameters<typeof keyRows>[1], id: string) {
  const found = keyRows(COMMANDS, bindings).find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

describe('the rows of the shortcut editor', () => {
  it('show default keys or the user’s own, and commands that alternate share them', () => {
    expect(row({}, 'studio.brush')).toMatchObject({ keys: ['B'], isOwn: false, conflicts: [] });
    const own = { 'studio.brush': ['Shift+B'], 'view.hidePanels': [] };
    expect(row(own, 'studio.brush')).toMatchObject({ keys: ['Shift+B'], isOwn: true });
    expect(row(own, 'view.hidePanels')).toMatchObject({ keys: [], title: 'Show panels' });
  });

  it('show a conflict caused by the user, on the same screen or with the shell', () => {
    expect(row({}, 'studio.line').conflicts).toEqual([]); // these two replace each other
    const own = { 'studio.brush': ['u'] };
    expect(row(own, 'studio.brush').conflicts).toEqual(['Line', 'Take']);
    expect(row(own, 'studio.line').conflicts).toEqual(['Brush']);
    expect(row({ 'studio.line': ['P'] }, 'studio.line').conflicts).toEqual([]);
    const shell = { 'view.hidePanels': ['B'] };
    expect(row(shell, 'faces.brush').conflicts).toEqual(['Show panels']);
  });

  it('name the command that uses a key, in any notation', () => {
    const rows = keyRows(COMMANDS, {});
    expect(usersOf(rows, row({}, 'studio.brush'), 'u').map(({ id }) => id)).toEqual([
      'studio.line',
      'studio.enter',
    ]);
    expect(usersOf(rows, row({}, 'faces.brush'), 'Mod+b').map(({ id }) => id)).toEqual([
      'view.hidePanels',
    ]);
    expect(usersOf(rows, row({}, 'studio.line'), 'P')).toEqual([]);
  });

  it('add keys, remove them, and restore the defaults', () => {
    const added = withKey({}, row({}, 'faces.brush'), 'Shift+Mod+P');
    expect(added).toEqual({ 'faces.brush': ['Shift+Mod+P', 'B', 'P'] });
    const same = withKey(added, row(added, 'faces.brush'), 'Mod+Shift+p');
    expect(same['faces.brush']).toEqual(['Mod+Shift+p', 'B', 'P']);
    const less = withoutKey(added, row(added, 'faces.brush'), 'b');
    expect(less['faces.brush']).toEqual(['Shift+Mod+P', 'P']);
    expect(withDefaults(less, row(less, 'faces.brush'))).toEqual({});
    let many = added;
    for (const key of ['1', '2', '3', '4']) many = withKey(many, row(many, 'faces.brush'), key);
    expect(many['faces.brush']).toEqual(['4', '3', '2', '1']);
  });

  it('are found by words and by keys', () => {
    const ids = (words: string, key?: string) =>
      foundRows(keyRows(COMMANDS, {}), words, key).map(({ id }) => id);
    expect(ids('tools br')).toEqual(['studio.brush']);
    expect(ids('', 'b')).toEqual(['studio.brush', 'faces.brush']);
    expect(ids('paint', 'B')).toEqual(['faces.brush']);
    expect(ids('', 'Mod+X')).toEqual([]);
  });
});

it('the Photoshop keys belong to existing commands, and take none from another', () => {
  const known = new Set([...COMMAND_INDEX.map(({ id }) => id), 'view.fullScreen', 'app.shortcuts']);
  expect(Object.keys(PHOTOSHOP_KEYS).filter((id) => !known.has(id))).toEqual([]);
  const commands = COMMAND_INDEX.filter(({ screenId }) => screenId === 'studio').map(
    (command): KeyCommand => ({ ...command, defaults: command.shortcuts ?? [] }),
  );
  const clashes = keyRows(commands, PHOTOSHOP_KEYS).filter(({ conflicts }) => conflicts.length > 0);
  expect(clashes.map(({ title, conflicts }) => [title, conflicts])).toEqual([]);
});

it('undoes a replacement of all keys, except for those that were changed since', () => {
  const undone = {
    before: { 'studio.brush': ['Q'], 'studio.line': ['L'], 'studio.enter': ['E'] },
    replacement: { 'studio.line': ['Z'], 'studio.crop': ['C'] },
  };
  const now = { 'studio.line': ['Z'], 'studio.crop': ['C'], 'studio.enter': [], 'faces.brush': [] };
  expect(withoutReplacement(now, undone)).toEqual({
    'studio.brush': ['Q'],
    'studio.line': ['L'],
    'studio.enter': [],
    'faces.brush': [],
  });
});
