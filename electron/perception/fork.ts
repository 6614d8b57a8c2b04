/** Starts the process under Node. Electron's host starts it as a utility process. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerEntry } from '../workers/worker-entry.ts';
import { QUIET_RUNTIME } from './quiet-runtime.ts';

/** Characters of its last words that are kept. */
const LAST_WORDS = 2_000;

/** The file of the process, in the sources or in a bundle. */
export function perceptionEntry(): string {
  return fileURLToPath(workerEntry('./perception-process', import.meta.url));
}

/** A running process; the same as `PerceptionHandle` of the backend's ports. */
export interface ForkedPerception {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once, however it ends. */
  onEnd(listener: (reason: string) => void): void;
  kill(): void;
  readonly pid: number | undefined;
}

/** @param models folder of the models */
export function forkPerception(models: string, entry = perceptionEntry()): ForkedPerception {
  const child = fork(entry, [models], {
    serialization: 'advanced',
    execArgv: [],
    env: { ...process.env, ...QUIET_RUNTIME },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let lastWords = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    lastWords = (lastWords + bytes.toString('utf8')).slice(-LAST_WORDS);
  });
  return {
    pid: child.pid,
    post: (message) => void child.send(message as object),
    onMessage: (listener) => void child.on('message', listener),
    onEnd(listener) {
      let isOver = false;
      const end = (reason: string): void => {
        if (isOver) return;
        isOver = true;
        listener(reason);
      };
      child.on('error', (error) => end(String(error)));
      child.on('exit', (code, signal) => end(`${signal ?? code ?? '?'} ${lastWords}`.trim()));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
