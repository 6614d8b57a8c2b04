/** One voice: texts that a user may read have no phrase of the list, and comments are plain sentences. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badTexts, headlessComments, textsOf, vagueComments } from './wording.ts';

const PROJECT = join(import.meta.dirname, '..');

/** Folders whose texts are read. */
const FOLDERS = [
  'renderer',
  'shared',
  'electron/backend',
  'electron/host',
  'electron/browser-host',
  'electron/web-host',
  'scripts/start',
] as const;

/** Those of them whose comments must not begin with a clause that has no noun. */
const COMMENT_FOLDERS: readonly string[] = ['renderer'];

/** Tests, and SQL that was released and stays as it is. */
const LEFT_OUT = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/migrations/**'];

const SOURCES = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: PROJECT, exclude: LEFT_OUT }),
).map((path) => ({ path, text: readFileSync(join(PROJECT, path), 'utf8') }));

describe('the words of Gesso', () => {
  it('are found in strings, templates and JSX, and nowhere else', () => {
    const source = [
      '/** What is put away. */',
      "import { choose } from './put away.ts';",
      "const title = 'Put away';",
      'const count = `${number} runs under way`; // in turn',
      "const id = 'choose-other-file';",
      '<Button onClick={() => choose()}>',
      '  Give the mask',
      '  back',
      '</Button>',
    ].join('\n');
    expect(textsOf(source, true)).toEqual(['Put away', '… runs under way', 'Give the mask back']);
    expect(badTexts(source, true)).toHaveLength(3);
    expect(headlessComments(source)).toEqual(['What is put away.']);
  });

  it('are the field’s own', () => {
    expect(SOURCES.length).toBeGreaterThan(100);
    const bad = SOURCES.flatMap(({ path, text }) =>
      badTexts(text, path.endsWith('.tsx')).map((found) => `${path}: ${found}`),
    );
    expect(bad).toEqual([]);
  });
});

describe('comments', () => {
  it('with a vague actor or number are found, and words of users are not', () => {
    const source = [
      '/** Told when nobody listens. */',
      '// at most so many rows; each news is told at once',
      '/** @param changed told of each change */',
      '// two rules are told apart; the user has told the program',
      "const title = 'Nobody found';",
    ].join('\n');
    expect(vagueComments(source)).toHaveLength(5);
  });

  it('name the actor and the number', () => {
    const bad = SOURCES.flatMap(({ path, text }) =>
      vagueComments(text).map((found) => `${path}: ${found}`),
    );
    expect(bad).toEqual([]);
  });
});

it('comments have a noun where a clause needs one', () => {
  const bad = SOURCES.filter(({ path }) =>
    COMMENT_FOLDERS.some((folder) => path.startsWith(folder)),
  ).flatMap(({ path, text }) => headlessComments(text).map((found) => `${path}: ${found}`));
  expect(bad).toEqual([]);
});
