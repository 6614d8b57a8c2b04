/** Runs a worker file as a utility process, because the program cannot run as Node (S27). */
import type * as Electron from 'electron';
import { fileURLToPath } from 'node:url';
import type { ProcessHandle, StartReader } from '../workers/fork-process.ts';
import { QUIET_RUNTIME } from '../perception/quiet-runtime.ts';
import { workerEntry } from '../workers/worker-entry.ts';

type UtilityProcesses = Pick<typeof Electron.utilityProcess, 'fork'>;

/** Kept characters of its last output. */
const LAST_WORDS = 2_000;

/** @param options of the fork; output is kept only for error reports */
function startUtility(
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

/** Starts processes that read files from outside, where threads are unsafe. */
export function createStartReader(utilityProcess: UtilityProcesses): StartReader {
  return (entry, megabytes) =>
    startUtility(utilityProcess, entry, [], {
      // Chromium's switch, because Electron takes V8 flags from nowhere else
      // (`javascript_environment.cc`).
      execArgv: [`--js-flags=--max-old-space-size=${megabytes}`],
      serviceName: 'Gesso reader',
    });
}

/** A crash of a native library must not end the backend. */
export function createStartPerception(
  utilityProcess: UtilityProcesses,
  models: string,
): () => ProcessHandle {
  const entry = workerEntry('../perception/perception-process', import.meta.url);
  return () =>
    startUtility(utilityProcess, entry, [models], {
      env: { ...process.env, ...QUIET_RUNTIME },
      serviceName: 'Gesso perception',
    });
}
