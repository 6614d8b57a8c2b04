/** Tests that pages about the code name files that exist. */
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
  ...globSync(['{electron,renderer}/**/README.md', 'docs/decisions/*.md'], { cwd: PROJECT }).map(
    (path) => path.replaceAll('\\', '/'),
  ),
];

/** Files that a page may name, from the project's folder. */
const FILES = globSync('{docs,e2e,electron,renderer,scripts,shared}/**/*.*', { cwd: PROJECT }).map(
  (path) => path.replaceAll('\\', '/'),
);

/** The folder of the example of docs/adding-a-screen.md, which does not exist. */
const EXAMPLE = 'renderer/screens/enlarge/';

describe.each(PAGES)('%s', (page) => {
  it('names only files and folders that exist', async () => {
    const exists = (path: string): boolean =>
      FILES.some((file) => `/${file}`.endsWith(`/${path}`) || file.startsWith(`${path}/`));
    const named = namedPaths(await readFile(resolve(PROJECT, page), 'utf8'));
    const missing = named.filter((path) => !exists(path) && !path.startsWith(EXAMPLE));
    expect(missing).toEqual([]);
    if (page.startsWith('docs/a')) expect(named.length).toBeGreaterThan(20);
  });

  it('links to pages that exist', async () => {
    const text = await readFile(resolve(PROJECT, page), 'utf8');
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, path = '']) => path);
    const missing = links.filter((path) => !existsSync(resolve(PROJECT, dirname(page), path)));
    expect(missing).toEqual([]);
  });
});

it('keeps the glossary to twenty rows', async () => {
  const text = await readFile(resolve(PROJECT, 'docs/architecture.md'), 'utf8');
  const [, table = ''] = /## Glossary\n([\s\S]*?)\nSpaces:/u.exec(text) ?? [];
  const rows = table.split('\n').filter((line) => /^\| [a-z]/u.test(line));
  expect(rows.length).toBeGreaterThan(10);
  // one row is the heading
  expect(rows.length - 1).toBeLessThanOrEqual(20);
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

it('the decision records are at most thirty, each with its five parts', () => {
  const folder = resolve(PROJECT, 'docs/decisions');
  const records = globSync('*.md', { cwd: folder }).filter((name) => name !== 'README.md');
  expect(records.length).toBeLessThanOrEqual(30);
  for (const name of records) {
    expect(readFileSync(resolve(folder, name), 'utf8'), name).toMatch(
      /^# .+\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequences\.\*\* .+\n\n\d{4}-\d\d-\d\d\. Replaces .+\.\n$/u,
    );
  }
});
