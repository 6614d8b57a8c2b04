/** Tests `--recipe` of the browser host as a process: without a browser, on practice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { beforeAll, expect, it } from 'vitest';
import { pictureFile, saveStep } from '../testing/recipes.ts';
import { testFolder } from '../testing/test-folder.ts';
import { openHost } from './run.ts';

const SCRIPT = join(import.meta.dirname, 'testing', 'run-process.ts');
const NAME = `"Shop" 'n' “Go” 🦊`;
const SIZE = { width: 80, height: 60 };

const folder = testFolder();

beforeAll(async () => {
  const options = { port: 0, dataFolder: place('data'), answerTimeout: undefined, pictures: [] };
  const host = await openHost(options, () => undefined);
  const client = createRouterClient(host.backend.router);
  await client.connections.activatePractice();
  await client.recipes.save({
    name: NAME,
    steps: [
      { kind: 'remove-text', detail: 'full', where: 'whole' },
      saveStep({ when: 'accepted', namePattern: '{name} clean' }),
    ],
  });
  await host.close(true);
  await pictureFile(place('in'), 'one 🦊.png', SIZE, 1);
  await pictureFile(place('in', 'deeper'), 'two.png', SIZE, 2);
});

const place = (...names: readonly string[]) => join(folder, ...names);

async function run(...given: readonly string[]) {
  const child = spawn(process.execPath, [SCRIPT, '--data-dir', place('data'), ...given], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = await once(child, 'close');
  return { code: code as number | null, lines: printed.split('\n').filter(Boolean), said };
}

it('runs a recipe on a folder, and exits with 0 when all is done', { tags: 'second' }, async () => {
  const done = await run('--recipe', NAME, 'in', '--to', 'out', '--yes', '--limit', '0');
  expect(done).toMatchObject({ code: 0 });
  expect(done.said).toContain('Cost: free (practice)');
  expect(done.lines.toSorted()).toEqual([
    `done: ${join('in', 'deeper', 'two.png')} → ${join('out', 'two clean.png')}`,
    `done: ${join('in', 'one 🦊.png')} → ${join('out', 'one 🦊 clean.png')}`,
  ]);
  expect((await readdir(place('out'))).toSorted()).toEqual(['one 🦊 clean.png', 'two clean.png']);
});
