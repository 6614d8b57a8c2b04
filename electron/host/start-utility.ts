/** Runs a worker file as a utility process, because the program cannot run as Node (S27). */
import type * as Electron from 'electron';
import { fileURLToPath } from 'node:url';
import type { ProcessHandle } from '../workers/fork-process.ts';

export type UtilityProcesses = Pick<typeof Electron.utilityProcess, 'fork'>;

/** Kept characters of its last output. */
const LAST_WORDS = 2_000;

/** @param options of the fork; output is kept only for error reports */
export function startUtility(
  utilityProcess: UtilityProcesses,
  entry: URL,
  args: readonly string[],
  options: Pick<Electron.ForkOptions, 'env' | 'execArgv' | 'serviceName'>,
): ProcessHandle {
  const child = utilityProcess.fork(fileURLToPath(entry), [...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = '';
  const addWords = (words: string): void => {
    lastWords = (lastWords + words).slice(-LAST_WORDS);
  };
  child.stderr?.on('data', (bytes: Buffer) => addWords(bytes.toString('utf8')));
  // A fatal V8 error before `exit`; without a listener it would be thrown in the program itself.
  child.on('error', (type, location) => addWords(` ${type} at ${location}`));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', (code) => listener(`${code} ${lastWords}`.trim())),
    kill: () => void child.kill(),
  };
}
