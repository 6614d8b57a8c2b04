/** Keeps comments few and short; CONTRIBUTING.md has the rules that nothing can check. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

/** Most lines of comments in the sources of each folder, percent. Lower a budget when a folder gets below it. */
const BUDGETS = {
  'electron/backend': 6.2,
  'electron/practice-service': 6.7,
  'electron/{browser-host,host,perception,terminal,web-host,workers}': 10.4,
  'renderer/{app,core,features,markdown,viewer}': 9.4,
  'renderer/screens': 4.8,
  scripts: 6.9,
  shared: 11.4,
};

const LONGEST_SENTENCE = 30;

const COMMENT_OR_TEXT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gu;

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'];

function sourcesIn(folder: string) {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: PROJECT, exclude: TESTS }).map((path) => ({
    path,
    text: readFileSync(join(PROJECT, path), 'utf8'),
  }));
}

function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(COMMENT_OR_TEXT)].map(([found]) => found).filter(isComment);
}

function isComment(text: string): boolean {
  return text.startsWith('/');
}

/** Splits comments into sentences; tags such as `@param` begin a new one. */
function sentencesOf(comment: string): readonly string[] {
  return comment
    .replaceAll(/^\/[/*]+|\s*\*\/$|\n\s*\*/gu, ' ')
    .split(/(?<=[.!?:;])\s|(?=@(?:param|returns|throws)\b)/u)
    .map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence !== '');
}

describe.each(Object.entries(BUDGETS))('comments in %s', (folder, budget) => {
  const sources = sourcesIn(folder);

  it('stay within their share of the lines', () => {
    const lines = sources.reduce((sum, { text }) => sum + text.split('\n').length, 0);
    const comments = sources.reduce((sum, { text }) => sum + commentLines(text), 0);
    expect(lines).toBeGreaterThan(1000);
    expect((100 * comments) / lines).toBeLessThanOrEqual(budget);
  });

  it('explain themselves instead of pointing to another comment', () => {
    const pointing = sources.filter(({ text }) => text.includes('See the file comment'));
    expect(pointing.map(({ path }) => path)).toEqual([]);
  });

  it('have no sentence of more than 30 words', () => {
    const long = sources.flatMap(({ path, text }) =>
      commentsIn(text)
        .flatMap(sentencesOf)
        .filter((sentence) => sentence.split(' ').length > LONGEST_SENTENCE)
        .map((sentence) => `${path}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});

it('finds comments of several lines, and none in strings', () => {
  const text =
    "const url = 'https://a.b'; // first\n/**\n * Second. Third:\n * @param x fourth\n */\n";
  expect(commentsIn(text)).toHaveLength(2);
  expect(commentLines(text)).toBe(4);
  expect(commentsIn(text).flatMap(sentencesOf)).toEqual([
    'first',
    'Second.',
    'Third:',
    '@param x fourth',
  ]);
});

/** Counts lines with nothing but a comment. */
function commentLines(text: string): number {
  let inside = false;
  return text.split('\n').filter((line) => {
    const isPart = inside || /^\s*(?:\/\/|\/\*)/u.test(line);
    if (isPart) inside = !line.includes('*/') && (inside || /^\s*\/\*/u.test(line));
    return isPart;
  }).length;
}
