/** Starts the product's entry without one of its parts; Electron is a stand-in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { runElectron } from '../../scripts/start/run-electron.ts';
import { testFolder } from '../testing/test-folder.ts';

const MAIN = pathToFileURL(join(import.meta.dirname, '../main.ts')).href;
const SHARP = 'sharp';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

/** A program that runs `main.ts` with `sharp` replaced. */
async function withSharp(source: string, isPackaged = false): Promise<string> {
  const electron = `
    export const app = {
      isPackaged: ${isPackaged},
      whenReady: () => Promise.resolve(console.log('ready')),
      exit: (code) => process.exit(code),
    };
    export const dialog = { showErrorBox: (title, text) => console.log('box', title, '|', text) };
  `;
  const path = join(folder, 'electron.mjs');
  await writeFile(
    path,
    `import { registerHooks } from 'node:module';
    const sources = new Map(${JSON.stringify([
      ['electron', electron],
      [SHARP, source],
    ])});
    registerHooks({
      resolve: (name, context, next) =>
        sources.get(name) === ''
          ? next('sharp-that-is-missing', context)
          : sources.has(name)
            ? { url: 'stand-in:' + name, shortCircuit: true }
            : next(name, context),
      load: (url, context, next) =>
        url.startsWith('stand-in:')
          ? { format: 'module', source: sources.get(url.slice(9)), shortCircuit: true }
          : next(url, context),
    });
    await import(${JSON.stringify(MAIN)});
    `,
  );
  return path;
}

const CAUSES: readonly (readonly [string, string, string])[] = [
  ['a package that is missing', '', 'Cannot find package'],
  [
    'a library for another processor',
    `export default 0; throw Object.assign(new Error('/x/sharp.node: invalid ELF header\\nPossible solutions'), { code: 'ERR_DLOPEN_FAILED' });`,
    '(/x/sharp.node: invalid ELF header).',
  ],
  ['a file that is damaged', 'export default {', '(Unexpected end of input).'],
];

describe('a start whose modules cannot be loaded', () => {
  it.each(CAUSES)('exits with a message and a code: %s', async (_what, source, cause) => {
    const child = spawn(process.execPath, [await withSharp(source)]);
    let [out, error] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    const [line = ''] = error.split('\n');
    expect(line).toMatch(/^Gesso can’t start: A part of Gesso is missing or damaged \(/u);
    expect(line).toContain(cause);
    expect(line).toMatch(/Run “npm install”, then “npm start” again\.$/u);
    expect(error.trim().split('\n')).toHaveLength(1);
    expect(out).toBe('');
  });

  it.each([
    [[], 'ready\nbox Gesso can’t start | A part of Gesso is missing'],
    [['--self-check'], ''],
    [['--recipe=R', 'in', '--to=out'], ''],
  ])('says so in a dialog once packaged, when somebody may see it: %j', async (given, said) => {
    const child = spawn(process.execPath, [await withSharp('', true), ...given]);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(out.slice(0, said.length)).toBe(said);
    expect(out === '').toBe(said === '');
  });

  it('gives its reason to npm start', async () => {
    expect(await runElectron(process.execPath, [await withSharp('export default {')])).toEqual({
      kind: 'cannot-run',
      reason:
        'A part of Gesso is missing or damaged (Unexpected end of input). Run “npm install”, then “npm start” again',
    });
  });
});
