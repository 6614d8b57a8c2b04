/** Checks the guide's pages, links, pictures and names against the program. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_INDEX } from '../palette/command-index.ts';
import { closeCommand, helpCommands, screenCommands } from '../shell-commands.ts';
import { INDEX_PAGE, orderPages, pageOfLink, searchPages } from './pages.ts';
import { readPage, textOfInlines, type Block, type Inline } from './read-page.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const GUIDE = resolve(PROJECT, 'docs/guide');
const read = (path: string) => readFileSync(path, 'utf8');

const SOURCES = Object.fromEntries(
  globSync('*.md', { cwd: GUIDE }).map((file) => [
    basename(file, '.md'),
    read(resolve(GUIDE, file)),
  ]),
);
const PAGES = orderPages(SOURCES);

/** Sources with every text on the screen. */
const PROGRAM = globSync(['renderer/**/*.{ts,tsx}', 'shared/parameters/*.ts'], { cwd: PROJECT })
  .filter((path) => !path.includes('.test.'))
  .map((path) => read(resolve(PROJECT, path)))
  .join('\n');

/** Keys that a tool, a field or the player of a preview takes itself. */
const GESTURE_KEYS = new Set([
  'Enter',
  'Shift+Enter',
  'Escape',
  'Shift',
  'Alt',
  'Ctrl/Cmd',
  'Space',
  '\\',
  ',',
  '.',
]);

function inlinesOf(block: Block): readonly Inline[] {
  if (block.kind === 'list') return block.items.flat();
  if (block.kind === 'table') return block.rows.flat(2);
  return block.children;
}

function allInlines(blocks: readonly Block[]): readonly Inline[] {
  const within = (inline: Inline): readonly Inline[] =>
    'children' in inline ? [inline, ...inline.children.flatMap(within)] : [inline];
  return blocks.flatMap(inlinesOf).flatMap(within);
}

describe('the guide', () => {
  it('lists every page in its index', () => {
    expect(PAGES.map(({ id }) => id).toSorted()).toEqual(Object.keys(SOURCES).toSorted());
    expect(PAGES[0]?.id).toBe(INDEX_PAGE);
    expect(PAGES.length).toBeGreaterThan(19);
  });

  it('has a page for every screen', () => {
    const screens = read(resolve(PROJECT, 'renderer/app/screens.tsx'));
    const rows = screens.slice(0, screens.indexOf('SETTINGS_SECTIONS'));
    const ids = [...rows.matchAll(/^ {4}id: '([a-z]+)'/gmu)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id) => !PAGES.some((page) => page.id === id))).toEqual([]);
  });

  it('names every existing picture, and no other', () => {
    const named = PAGES.flatMap(({ source }) => allInlines(readPage(source))).flatMap((inline) =>
      inline.kind === 'picture' ? [inline.file] : [],
    );
    const files = globSync('pictures/*', { cwd: GUIDE }).map((path) => path.replaceAll('\\', '/'));
    expect([...new Set(named)].toSorted()).toEqual(files.toSorted());
    for (const file of files)
      expect(statSync(resolve(GUIDE, file)).size, file).toBeLessThan(60_001);
  });

  it.each(PAGES.map(({ id, source }) => [id, readPage(source)] as const))(
    'links from %s only to its own pages, and names only what the program has',
    (_id, blocks) => {
      const inlines = allInlines(blocks);
      const lost = inlines
        .flatMap((inline) => (inline.kind === 'link' ? [inline.address] : []))
        .filter((address) => SOURCES[pageOfLink(address) ?? ''] === undefined);
      expect(lost).toEqual([]);
      const names = inlines.flatMap((inline) =>
        inline.kind === 'strong' ? [textOfInlines(inline.children)] : [],
      );
      expect(names.filter((name) => !PROGRAM.includes(name))).toEqual([]);
    },
  );

  it.each(PAGES.map(({ id, source }) => [id, readPage(source)] as const))(
    'names in %s only keys that a command has by default, or a gesture',
    (id, blocks) => {
      const ofScreen = COMMAND_INDEX.filter(({ screenId }) => screenId === id);
      const commands = [
        ...(ofScreen.length === 0 ? COMMAND_INDEX : ofScreen),
        ...screenCommands(),
        ...helpCommands(() => undefined),
        closeCommand(() => undefined),
      ];
      const keys = new Set(commands.flatMap(({ shortcuts = [] }) => shortcuts));
      const named = allInlines(blocks)
        .flatMap((inline) => (inline.kind === 'code' ? [inline.text] : []))
        .filter((text) => !/[ {]/u.test(text) && !GESTURE_KEYS.has(text))
        .map((text) => text.replace('Ctrl/Cmd', 'Mod').replace('Space', ' '));
      expect(named.filter((key) => !keys.has(key))).toEqual([]);
    },
  );

  it('is searched by all words, titles first', () => {
    expect(searchPages(PAGES, 'Faces')[0]?.id).toBe('faces');
    expect(searchPages(PAGES, 'dust ring').map(({ id }) => id)).toContain('clean-a-scan');
    expect(searchPages(PAGES, 'no-such-word')).toEqual([]);
    expect(searchPages(PAGES, ' ')).toHaveLength(PAGES.length);
  });
});
