/** Tests the browser host as a process that loses its terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';

const SCRIPT = join(import.meta.dirname, 'testing', 'run-process.ts');
const home = testFolder();

function started(...given: readonly string[]) {
  return spawn(process.execPath, [SCRIPT, '--no-open', ...given], {
    cwd: home,
    env: { ...process.env, HOME: home, XDG_DATA_HOME: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

it('exits when its terminal is closed, instead of failing to write lines for ever', async () => {
  const folder = testFolder();
  const child = started('--data-dir', join(folder, 'data'));
  const exited = once(child, 'exit');
  try {
    let printed = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      printed += String(text);
      if (printed.includes('\n')) break; // leaving the loop closes the pipe
    }
    child.stderr.destroy();
    const address = /http:\S+/u.exec(printed)?.[0] ?? '';
    const welcome = await fetch(address, { redirect: 'manual' });
    const cookie = welcome.headers.get('set-cookie')?.split(';')[0] ?? '';
    // whatever cannot be found is a line in the log
    await fetch(new URL('/media/files/none', address), { headers: { cookie } }).catch(
      () => undefined, // the host may be gone by then
    );
    expect((await exited)[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});

it('keeps the library in the home folder when XDG_DATA_HOME is empty', async () => {
  const child = started();
  await once(child.stdout, 'data');
  child.kill();
  await once(child, 'exit');
  expect(await readdir(home)).toEqual(['.local']);
  expect(await readdir(join(home, '.local', 'share', 'gesso-browser'))).toContain('library.db');
});
