/**
 * Starts the process that finds things in pictures as a utility process: the program cannot run as Node (S27),
 * and a crash of a native library must not end the backend.
 */
import type * as Electron from 'electron';
import { fileURLToPath } from 'node:url';
import type { PerceptionHandle } from '../backend/common/ports.ts';
import { workerEntry } from '../workers/worker-entry.ts';

/** Characters of its last words that are kept. */
const LAST_WORDS = 2_000;

/** @param models folder of the models */
export function createStartPerception(
  utilityProcess: typeof Electron.utilityProcess,
  models: string,
): () => PerceptionHandle {
  const entry = fileURLToPath(workerEntry('../perception/perception-process', import.meta.url));
  return () => {
    const child = utilityProcess.fork(entry, [models], {
      serviceName: 'Gesso perception',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let lastWords = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      lastWords = (lastWords + bytes.toString('utf8')).slice(-LAST_WORDS);
    });
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
