/** Imports point one way, screens do not know each other, and rooms are entered by their doors. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BACKEND_ROOMS,
  FLOORS,
  IMPORT_RULES,
  importsOf,
  pastDoors,
  screenOf,
} from './import-rules.ts';

const PROJECT = join(import.meta.dirname, '..');

interface Source {
  readonly path: string;
  /** Paths from the project's folder, and names of packages. */
  readonly imports: readonly string[];
}

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

describe('imports', () => {
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

  it('lead to files that exist', () => {
    const relative = SOURCES.flatMap(({ imports }) => imports).filter((each) =>
      /^(?:electron|shared|renderer)\/.*\.tsx?$/u.test(each),
    );
    expect(relative.length).toBeGreaterThan(1000);
    expect(relative.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  it.each(IMPORT_RULES)('S17 S19 $name', ({ files, forbidden }) => {
    const wrong = SOURCES.filter(({ path }) => files.test(path)).flatMap(({ path, imports }) =>
      imports.filter((each) => forbidden.test(each)).map((each) => `${path} imports ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never lead from one screen to another', () => {
    const wrong = SOURCES.flatMap(({ path, imports }) => {
      const own = screenOf(path);
      if (own === undefined) return [];
      return imports
        .filter((each) => ![undefined, own].includes(screenOf(each)))
        .map((each) => `${path} imports ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['renderer/work/jobs/jobs.ts', 'renderer/pictures/viewer/viewer.ts'],
    ['renderer/pictures/wells/well.ts', 'renderer/texts/links/index.ts'],
    ['renderer/texts/links/link.ts', 'renderer/screens/tasks/model/a.ts'],
    ['renderer/screens/tasks/TasksScreen.tsx', 'renderer/app/App.tsx'],
    ['renderer/base/ui/say.ts', 'renderer/base/backend/client.ts'],
    ['renderer/pictures/viewer/viewer.ts', 'renderer/base/backend/client.ts'],
    ['electron/backend/jobs/runs.ts', 'electron/backend/media/serve-file.ts'],
    ['electron/backend/library/files.ts', 'electron/backend/create-backend.ts'],
  ])('S17 from %s to %s would be seen', (path, imported) => {
    const isSeen = IMPORT_RULES.some(
      ({ files, forbidden }) => files.test(path) && forbidden.test(imported),
    );
    expect(isSeen).toBe(true);
  });

  it('enter rooms by their doors', () => {
    const inside = SOURCES.map(({ path }) => path).filter((path) =>
      /^(?:renderer|electron\/backend)\//u.test(path),
    );
    expect(pastDoors(SOURCES, inside)).toEqual([]);
    const past = {
      path: 'renderer/app/App.tsx',
      imports: ['renderer/texts/links/link-question.ts'],
    };
    expect(pastDoors([past], inside)).toHaveLength(1);
  });
});

describe('the root of a screen', () => {
  it('has the screen and its styles, and nothing else', () => {
    const roots = globSync('renderer/screens/*/*.*', { cwd: PROJECT }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    expect(roots.length).toBeGreaterThan(10);
    const others = roots.filter(
      (path) => !/\/[A-Z]\w*(?:Screen\.tsx|\.module\.css)$|README\.md$/u.test(path),
    );
    expect(others).toEqual([]);
  });
});

describe('the backend', () => {
  it('has its rooms in order, and no others', () => {
    const rooms = SOURCES.map(({ path }) => /^electron\/backend\/([^/]+)\//u.exec(path)?.[1]);
    expect(new Set(rooms.filter((room) => room !== undefined))).toEqual(new Set(BACKEND_ROOMS));
  });
});

describe('the renderer', () => {
  it('has its floors, and no rooms beside them', () => {
    const rooms = new Set(
      SOURCES.filter(({ path }) => /^renderer\/[^/]+\//u.test(path)).map(
        ({ path }) => path.split('/')[1],
      ),
    );
    expect(rooms).toEqual(new Set(FLOORS.flat()));
  });
});
