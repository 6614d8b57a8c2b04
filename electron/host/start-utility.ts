/** Runs a worker's file as a utility process: the program cannot run as Node (S27). */
import type * as Electron from 'electron';
import { fileURLToPath } from 'node:url';
import type { ProcessHandle } from '../workers/fork-process.ts';

/** As much of Electron as is used. */
export type UtilityProcesses = Pick<typeof Electron.utilityProcess, 'fork'>;

/** Characters of its last words that are kept. */
const LAST_WORDS = 2_000;

/** @param options those of the fork; what the process writes is for its last words alone */
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
  // a fatal error of V8, before `exit`; without a listener it would be thrown in the program itself
  child.on('error', (type, location) => addWords(` ${type} at ${location}`));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.once('exit', (code) => listener(`${code} ${lastWords}`.trim())),
    kill: () => void child.kill(),
  };
}
