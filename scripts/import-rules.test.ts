/** Imports point one way, and features do not know each other. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featureOf, IMPORT_RULES, importsOf } from './import-rules.ts';

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

  it('never lead from one feature to another', () => {
    const wrong = SOURCES.flatMap(({ path, imports }) => {
      const own = featureOf(path);
      if (own === undefined) return [];
      return imports
        .filter((each) => ![undefined, own].includes(featureOf(each)))
        .map((each) => `${path} imports ${each}`);
    });
    expect(wrong).toEqual([]);
  });
});
