import { describe, expect, it } from 'vitest';
import { menuSchema } from '../../../shared/contract/desktop.ts';
import type { Command } from './commands.ts';
import { declineKey, wasDeclined } from './declined-keys.ts';
import { menuOf } from './menu-model.ts';

function command(id: string, more: Partial<Command> = {}): Command {
  return { id, title: id, group: 'Edit', run: () => undefined, ...more };
}

describe('the menu model', () => {
  it('has each command once, with its first key and whether it can run', () => {
    const menu = menuOf(
      [
        command('a', { shortcuts: ['Mod+A', 'Alt+A'] }),
        command('b', { obstacle: () => 'Not now' }),
        command('a', { title: 'Another' }),
      ],
      [],
    );
    expect(menu.commands).toEqual([
      { id: 'a', title: 'a', group: 'Edit', shortcut: 'Mod+A', isAvailable: true },
      { id: 'b', title: 'b', group: 'Edit', isAvailable: false },
    ]);
    expect(menuSchema.parse(menu)).toEqual(menu);
  });

  it('includes the recently opened photos', () => {
    const recent = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, name: 'a.png' }));
    const { recentPhotos } = menuOf([], recent);
    expect(recentPhotos).toHaveLength(10);
    expect(recentPhotos[0]).toEqual({ photoId: '0', name: 'a.png' });
  });
});

describe('a key that the page has ignored', () => {
  it('is not run by the menu, once', () => {
    declineKey(['studio.undo', 'studio.other']);
    expect(wasDeclined('studio.redo')).toBe(false);
    expect(wasDeclined('studio.undo')).toBe(true);
    expect(wasDeclined('studio.undo')).toBe(false);
  });

  it('is forgotten with the next key', () => {
    declineKey(['studio.undo']);
    declineKey([]);
    expect(wasDeclined('studio.undo')).toBe(false);
  });
});
