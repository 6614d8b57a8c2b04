/** The pages that describe the code name files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '..');

/** Pages that newcomers find their way by. */
const PAGES = [
  'docs/architecture.md',
  'docs/adding-a-screen.md',
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{electron,renderer}/**/README.md', { cwd: PROJECT }).map((path) =>
    path.replaceAll('\\', '/'),
  ),
];

/** Files that a page may name, from the project's folder. */
const FILES = globSync('{docs,e2e,electron,renderer,scripts,shared}/**/*.*', { cwd: PROJECT }).map(
  (path) => path.replaceAll('\\', '/'),
);

/** The example of docs/adding-a-screen.md, which does not exist. */
const EXAMPLE = 'renderer/screens/enlarge/EnlargeScreen.tsx';

describe.each(PAGES)('%s', (page) => {
  it('names only files and folders that exist', async () => {
    const exists = (path: string): boolean =>
      FILES.some((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(`${path}/`));
    const named = namedPaths(await readFile(resolve(PROJECT, page), 'utf8'));
    const missing = named.filter((path) => !exists(path) && path !== EXAMPLE);
    expect(missing).toEqual([]);
    if (page.startsWith('docs/')) expect(named.length).toBeGreaterThan(20);
  });

  it('leads to pages that exist', async () => {
    const text = await readFile(resolve(PROJECT, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, path = '']) => path);
    const missing = links.filter((path) => !existsSync(resolve(PROJECT, dirname(page), path)));
    expect(missing).toEqual([]);
  });
});

/** Source files (`core.ts`, `tools/tool.ts`) and folders from the root (`shared/mask`) in backticks. */
function namedPaths(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\s<>]+)`/gu)].map(([, path = '']) => path);
  return quoted
    .filter(
      (path) =>
        /^[\w./-]+\.(?:tsx?|md|json|yml)$/u.test(path) ||
        /^(?:shared|electron|renderer|e2e|scripts|docs)(?:\/[\w.-]+)+\/?$/u.test(path),
    )
    .map((path) => path.replace(/\/$/u, ''));
}

describe('the decisions', () => {
  it('stand once each, and in the index under their area', () => {
    const index =
      readFileSync(resolve(PROJECT, 'docs/decisions.md'), 'utf8').split('## Index')[1] ?? '';
    const listed = [...index.matchAll(/D(\d+)(?:–D(\d+))?/gu)].flatMap(([, first = '', last]) => {
      const from = Number(first);
      return Array.from({ length: Number(last ?? first) - from + 1 }, (_, at) => from + at);
    });
    const pages = ['docs/decisions.md', ...globSync('docs/decisions/*.md', { cwd: PROJECT })];
    const written = pages
      .map((page) => readFileSync(resolve(PROJECT, page), 'utf8'))
      .flatMap((text) =>
        [...text.matchAll(/^\*\*D(\d+)\./gmu)].map(([, number]) => Number(number)),
      );
    expect(written.length).toBeGreaterThan(300);
    expect(new Set(written).size, 'no number twice').toBe(written.length);
    const byNumber = (a: number, b: number) => a - b;
    expect(listed.toSorted(byNumber)).toEqual(written.toSorted(byNumber));
  });
});
