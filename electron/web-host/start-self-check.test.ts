import { expect, it } from 'vitest';
import { createStartSelfCheck } from './start-self-check.ts';

/** Runs a script, and waits for its end. */
async function runScript(program: string, script: string) {
  const child = createStartSelfCheck(program, ['-e', script])();
  const lines: string[] = [];
  child.onLine((line) => lines.push(line));
  const code = await new Promise<number>((resolve) => child.onEnd(resolve));
  return { lines, code };
}

it('reads the lines of the process, and its exit', async () => {
  const script = 'console.log("ok  A (1 ms)"); console.error("noise"); process.exitCode = 1';
  expect(await runScript(process.execPath, script)).toEqual({ lines: ['ok  A (1 ms)'], code: 1 });
  expect(await runScript(process.execPath, '')).toEqual({ lines: [], code: 0 });
});

it('fails for a program that does not exist', async () => {
  expect(await runScript('/no/such/program', '')).toEqual({ lines: [], code: 1 });
});

it('reports the end of a process that is killed', async () => {
  const child = createStartSelfCheck(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])();
  const ended = new Promise<number>((resolve) => child.onEnd(resolve));
  child.kill();
  expect(await ended).toBe(1);
});
