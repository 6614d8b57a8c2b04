import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const running = new Set<Run>();

/** A started command line with its output so far. */
type Run = ReturnType<typeof start>;

function start(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const run = {
    output: '',
    errors: '',
    child,
    exit: new Promise<number | null>((resolve) => child.on('close', resolve)),
  };
  child.stdout.on('data', (part) => (run.output += String(part)));
  child.stderr.on('data', (part) => (run.errors += String(part)));
  running.add(run);
  return run;
}

afterEach(async () => {
  for (const { child, exit } of running) {
    child.kill('SIGKILL');
    await exit;
  }
  running.clear();
});

describe('the practice service’s command line', { timeout: 30_000 }, () => {
  it('prints one line when it listens and accepts the given key', async () => {
    const run = start('--port', '0', '--key', 'my-key');
    await expect
      .poll(() => run.output)
      .toMatch(/^Practice service listening on http:\/\/127\.0\.0\.1:\d+\n$/u);
    const url = /http:\S+/u.exec(run.output)?.[0] ?? '';
    const response = await fetch(`${url}/v3/openai/models`, {
      headers: { authorization: 'Bearer my-key' },
    });
    expect(response.status).toBe(200);
    expect(run.output).not.toContain('my-key');
  });

  it('generates a key and prints it on a second line when none is given', async () => {
    const run = start();
    await expect
      .poll(() => run.output)
      .toMatch(/^Practice service listening on \S+\nKey: practice-\S{24}\n$/u);
  });

  it('exits when it is interrupted', async () => {
    const run = start('--key', 'k');
    await expect.poll(() => run.output).toContain('listening');
    run.child.kill('SIGINT');
    expect(await run.exit).toBe(0);
  });

  it('says so when the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const run = start('--port', String(port), '--key', 'k');
    expect(await run.exit).toBe(1);
    expect(run.errors).toMatch(new RegExp(`^Port ${port} is already in use\\. .+\\n$`, 'u'));
    expect(run.output).toBe('');
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([
    ['--port', '65536'],
    ['--speed', '0'],
    ['--unknown', 'x'],
  ])('prints its usage for %s %s', async (...args) => {
    const run = start(...args);
    expect(await run.exit).toBe(2);
    expect(run.errors).toMatch(/^Usage: npm run practice/u);
  });
});
