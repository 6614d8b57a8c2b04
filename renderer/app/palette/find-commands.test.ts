import { describe, expect, it } from 'vitest';
import type { Command } from '../../core/commands/commands.ts';
import { findCommands, RECENT, withRecent } from './find-commands.ts';

function command(id: string, title: string, more: Partial<Command> = {}): Command {
  return { id, title, group: 'Photo', run: () => undefined, ...more };
}

const COMMANDS = [
  command('save', 'Save as…', { keywords: ['export', 'download'] }),
  command('dark', 'Appearance: dark', { group: 'View', keywords: ['theme', 'night', 'light'] }),
  command('undo', 'Undo', { group: 'Edit', obstacle: () => 'Nothing to undo.' }),
  command('selectAll', 'Select all photos'),
];

function titles(query: string, recent: readonly string[] = []): readonly string[] {
  return findCommands(COMMANDS, query, recent).flatMap(({ commands }) =>
    commands.map(({ title }) => title),
  );
}

describe('finding commands', () => {
  it.each([
    ['export', 'Save as…'],
    ['theme', 'Appearance: dark'],
    ['select', 'Select all photos'],
    ['apearance', 'Appearance: dark'],
    ['slect all', 'Select all photos'],
    ['UNDO', 'Undo'],
    ['ligt theme', 'Appearance: dark'],
    ['photos all', 'Select all photos'],
  ])('finds by synonyms and with typing errors: %s', (query, title) => {
    expect(titles(query)[0]).toBe(title);
  });

  it('searches by the first words of a text that was pasted by mistake', () => {
    expect(titles(`${'export '.repeat(20)}${'unrelated '.repeat(20_000)}`)).toEqual(['Save as…']);
  });

  it('ranks disabled commands behind equal matches that can run', () => {
    const alike = [
      command('a', 'Pause batch', { obstacle: () => 'No batch is running.' }),
      command('b', 'Pause batch'),
    ];
    const [section] = findCommands(alike, 'pause', []);
    expect(section?.commands.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('lists recently used commands first while nothing is typed', () => {
    const [first, second] = findCommands(COMMANDS, ' ', ['selectAll', 'gone', 'save']);
    expect(first).toMatchObject({ title: RECENT });
    expect(first?.commands.map(({ id }) => id)).toEqual(['selectAll', 'save']);
    expect(second?.title).toBe('Photo');
  });

  it('lists disabled commands below enabled ones, and groups with none last', () => {
    const obstacle = () => 'No results yet';
    const commands = [
      command('next', 'Next result', { group: 'Results', obstacle }),
      command('close', 'Close photo', { obstacle }),
      command('open', 'Open photos…'),
    ];
    expect(
      findCommands(commands, '', []).map(({ title, commands: members }) => [
        title,
        ...members.map(({ id }) => id),
      ]),
    ).toEqual([
      ['Photo', 'open', 'close'],
      ['Results', 'next'],
    ]);
  });

  it('remembers a limited number of recent commands, each once', () => {
    expect(withRecent(['a', 'b', 'c'], 'c', 3)).toEqual(['c', 'a', 'b']);
    expect(withRecent(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
  });
});
