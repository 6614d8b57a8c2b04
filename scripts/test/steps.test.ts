import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { playwrightStep, vitestStep } from './steps.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Fails the first time that it is run. */
const UNSTEADY = `if (!existsSync(marker)) { writeFileSync(marker, ''); throw new Error('not yet'); }`;
const MARKER = `import { existsSync, writeFileSync } from 'node:fs';
const marker = import.meta.filename + '.was-run';`;

let project: string;

async function write(name: string, text: string): Promise<void> {
  const path = join(project, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

beforeEach(async () => {
  project = testFolder();
  await symlink(join(PROJECT, 'node_modules'), join(project, 'node_modules'), 'dir');
  await write('package.json', '{ "type": "module" }');
});

describe('the summary of unit tests', () => {
  const test = (title: string, body: string) => `it('${title}', () => { ${body} });\n`;
  const file = (...tests: readonly string[]) =>
    `import { it } from 'vitest';\n${MARKER}\n${tests.join('')}`;

  it('counts tests that pass on a second run as passed, and names them', async () => {
    await write('one.test.ts', file(test('holds', ''), test('comes late', UNSTEADY)));
    const result = await vitestStep('unit', project, [], [], 'ignore').run();
    expect(result).toMatchObject({ passed: 2, failed: 0 });
    expect(result.unsteady).toEqual([
      { file: 'one.test.ts', title: 'comes late', message: expect.stringMatching(/not yet/u) },
    ]);
  });

  it('counts the tests of a file that cannot be read as failed', async () => {
    await write('one.test.ts', file(test('holds', '')));
    await write('two.test.ts', `import './missing.ts';`);
    const result = await vitestStep('unit', project, [], [], 'ignore').run();
    expect(result).toMatchObject({ passed: 1, failed: 1, failures: [{ file: 'two.test.ts' }] });
  });

  it('reruns no tests when many fail', { tags: 'second' }, async () => {
    const tests = [1, 2, 3, 4].map((n) =>
      test(`unsteady ${n}`, UNSTEADY.replaceAll('marker', `(marker + ${n})`)),
    );
    await write('one.test.ts', file(...tests));
    const result = await vitestStep('unit', project, [], [], 'ignore').run();
    expect(result).toMatchObject({ passed: 0, failed: 4 });
  });
});

describe('the summary of end-to-end tests', () => {
  it('reruns failed tests in the same way', { tags: 'second' }, async () => {
    await write(
      'playwright.config.ts',
      `
      import { defineConfig } from 'playwright/test';
      export default defineConfig({ testDir: 'e2e',
        outputDir: 'test-results/e2e',
        reporter: [['line'], ['json', { outputFile: 'test-results/e2e.json' }]],
      });`,
    );
    await write(
      'e2e/a.spec.ts',
      `import { test } from 'playwright/test';\n${MARKER}
      test('holds', () => {});
      test.describe('a window', () => { test('comes late', () => { ${UNSTEADY} }); });`,
    );
    const result = await playwrightStep('end to end', project, [], 'ignore').run();
    expect(result).toMatchObject({ passed: 2, failed: 0 });
    expect(result.unsteady).toEqual([
      {
        file: 'e2e/a.spec.ts',
        title: 'a window › comes late',
        message: expect.stringMatching(/not yet/u),
      },
    ]);
  });
});
