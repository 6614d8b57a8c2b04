/**
 * Starts the process that finds things in pictures as a utility process: the program cannot run as Node (S27),
 * and a crash of a native library must not end the backend.
 */
import type * as Electron from 'electron';
import { fileURLToPath } from 'node:url';
import type { PerceptionHandle } from '../backend/common/ports.ts';
import { QUIET_RUNTIME } from '../perception/quiet-runtime.ts';
import { workerEntry } from '../workers/worker-entry.ts';

/** Characters of its last words that are kept. */
const LAST_WORDS = 2_000;

/** @param models folder of the models */
export function createStartPerception(
  utilityProcess: Pick<typeof Electron.utilityProcess, 'fork'>,
  models: string,
): () => PerceptionHandle {
  const entry = fileURLToPath(workerEntry('../perception/perception-process', import.meta.url));
  return () => {
    const child = utilityProcess.fork(entry, [models], {
      env: { ...process.env, ...QUIET_RUNTIME },
      serviceName: 'Gesso perception',
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
      onEnd: (listener) =>
        void child.once('exit', (code) => listener(`${code} ${lastWords}`.trim())),
      kill: () => void child.kill(),
    };
  };
}
