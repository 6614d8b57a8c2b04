/** The command line: its two lines of output, its arguments, its end. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const running = new Set<Run>();

/** A started command line with its output so far. */
interface Run {
  readonly output: { text: string };
  readonly errors: { text: string };
  readonly exit: Promise<number | null>;
  end(signal: NodeJS.Signals): void;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  const errors = { text: '' };
  child.stdout.on('data', (part) => (output.text += String(part)));
  child.stderr.on('data', (part) => (errors.text += String(part)));
  const run: Run = {
    output,
    errors,
    exit: new Promise((resolve) => child.on('close', resolve)),
    end: (signal) => child.kill(signal),
  };
  running.add(run);
  return run;
}

afterEach(async () => {
  for (const run of running) {
    run.end('SIGKILL');
    await run.exit;
  }
  running.clear();
});

describe('the command line', { timeout: 30_000 }, () => {
  it('prints one line when it listens and takes the given key', async () => {
    const run = start('--port', '0', '--key', 'my-key');
    await expect
      .poll(() => run.output.text, { timeout: 20_000 })
      .toMatch(/^Practice service listening on http:\/\/127\.0\.0\.1:\d+\n$/u);
    const url = /http:\S+/u.exec(run.output.text)?.[0] ?? '';
    const response = await fetch(`${url}/v3/openai/models`, {
      headers: { authorization: 'Bearer my-key' },
    });
    expect(response.status).toBe(200);
    expect(run.output.text).not.toContain('my-key');
  });

  it('makes up a key and prints it on a second line when none is given', async () => {
    const run = start();
    await expect
      .poll(() => run.output.text, { timeout: 20_000 })
      .toMatch(/^Practice service listening on \S+\nKey: practice-\S{24}\n$/u);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends at %s', async (signal) => {
    const run = start('--key', 'k');
    await expect.poll(() => run.output.text, { timeout: 20_000 }).toContain('listening');
    run.end(signal);
    expect(await run.exit).toBe(0);
  });

  it('says so when the port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const run = start('--port', String(port), '--key', 'k');
    expect(await run.exit).toBe(1);
    expect(run.errors.text).toMatch(new RegExp(`^Port ${port} is already in use\\. .+\\n$`, 'u'));
    expect(run.output.text).toBe('');
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--think', '-1'],
    ['--speed', '0'],
    ['--key', ''],
    ['--unknown'],
    ['extra'],
  ])('explains itself for %s %s', async (...args) => {
    const run = start(...args);
    expect(await run.exit).toBe(2);
    expect(run.errors.text).toMatch(/^Usage: npm run practice/u);
    expect(run.output.text).toBe('');
  });
});
