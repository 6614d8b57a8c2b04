/** A program on a real pseudo-terminal, made by `script` of util-linux. Ctrl+C goes to all its processes, as in a terminal. */
import { spawn, spawnSync } from 'node:child_process';

export const CTRL_C = '\u0003';

export type PseudoTerminal = ReturnType<typeof onPseudoTerminal>;

/** Why there is none here; `undefined` where there is. The `script` of macOS has other options, Windows has none. */
export function whyNoPseudoTerminal(): string | undefined {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  return (stdout ?? '').includes('util-linux')
    ? undefined
    : 'this system has no “script” of util-linux, which makes a pseudo-terminal';
}

/** @param command a program and its arguments */
export function onPseudoTerminal(
  command: readonly string[],
  options: { readonly cwd?: string } = {},
) {
  const quoted = command.map((part) => `'${part.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const child = spawn('script', ['-qefc', `exec ${quoted}`, '/dev/null'], {
    ...options,
    env: { ...process.env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  /** Resolves with the program's exit code. */
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    /** What stands on the terminal. */
    output: (): string => output,
    type: (text: string): void => void child.stdin.write(text),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill(); // takes its terminal away, which ends the program
      await ended;
    },
  };
}
