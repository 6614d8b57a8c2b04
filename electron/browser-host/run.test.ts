/** Tests the browser host as a process that loses its terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';

it('exits when its terminal is closed, instead of failing to write lines for ever', async () => {
  const folder = testFolder();
  const script = join(import.meta.dirname, 'testing', 'run-process.ts');
  const child = spawn(process.execPath, [script, '--no-open', '--data-dir', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
