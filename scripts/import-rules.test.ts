/**
 * Tests that imports point one way, screens do not import each other, and rooms are entered by
 * their index.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  acrossScreens,
  againstRule,
  BACKEND_ROOMS,
  FLOORS,
  IMPORT_RULES,
  importsOf,
  deepImports,
  type Source,
} from './import-rules.ts';

const PROJECT = join(import.meta.dirname, '..');

const SOURCES: readonly Source[] = globSync('{electron,shared,renderer}/**/*.{ts,tsx}', {
  cwd: PROJECT,
})
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({
    path,
    imports: importsOf(readFileSync(join(PROJECT, path), 'utf8')).map((specifier) =>
      specifier.startsWith('.') ? posix.join(dirname(path), specifier) : specifier,
    ),
  }));

describe('imports between the sources', () => {
  it('are found in every form', () => {
    const text = [
      "import a, { type b } from './a.ts';",
      "import './style.css';",
      "export { c } from './c.ts';",
      "const d = await import('./d.ts');",
      "new Worker(new URL('./e.worker.ts', import.meta.url));",
      "import {\n  f,\n} from '../f.ts';",
    ].join('\n');
    expect(new Set(importsOf(text))).toEqual(
      new Set(['./a.ts', './style.css', './c.ts', './d.ts', './e.worker.ts', '../f.ts']),
    );
  });

  it('resolve to files that exist', () => {
    const relative = SOURCES.flatMap(({ imports }) => imports).filter((each) =>
      /^(?:electron|shared|renderer)\/.*\.tsx?$/u.test(each),
    );
    expect(relative.length).toBeGreaterThan(1000);
    expect(relative.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  it.each(IMPORT_RULES)('S17 S19 keep the rule: $name', (rule) => {
    expect(SOURCES.flatMap((source) => againstRule(rule, source))).toEqual([]);
  });

  it.each(IMPORT_RULES)('S17 S19 would be reported when they break the rule: $name', (rule) => {
    const [path, imported] = rule.violation;
    expect(againstRule(rule, { path, imports: [imported] })).toEqual([
      `${path} imports ${imported}`,
    ]);
  });

  it('never cross from one screen to another', () => {
    expect(SOURCES.flatMap(acrossScreens)).toEqual([]);
    const across = {
      path: 'renderer/screens/tasks/model/a.ts',
      imports: ['renderer/screens/spend/model/b.ts', 'renderer/screens/tasks/model/c.ts'],
    };
    expect(acrossScreens(across)).toEqual([
      'renderer/screens/tasks/model/a.ts imports renderer/screens/spend/model/b.ts',
    ]);
  });

  it('enter rooms by their index only', () => {
    const inside = SOURCES.map(({ path }) => path).filter((path) =>
      /^(?:renderer|electron\/backend)\//u.test(path),
    );
    expect(deepImports(SOURCES, inside)).toEqual([]);
    const past = {
      path: 'renderer/app/App.tsx',
      imports: ['renderer/markdown/links/link-question.ts'],
    };
    expect(deepImports([past], inside)).toHaveLength(1);
  });
});

it('the folders of the backend are the rooms in order, and no others', () => {
  const rooms = SOURCES.map(({ path }) => /^electron\/backend\/([^/]+)\//u.exec(path)?.[1]);
  expect(new Set(rooms.filter((room) => room !== undefined))).toEqual(new Set(BACKEND_ROOMS));
});

it('the folders of the renderer are the floors, and no rooms next to them', () => {
  const rooms = new Set(
    SOURCES.filter(({ path }) => /^renderer\/[^/]+\//u.test(path)).map(
      ({ path }) => path.split('/')[1],
    ),
  );
  expect(rooms).toEqual(new Set(FLOORS.flat()));
});
