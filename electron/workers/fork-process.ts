/** Runs a worker's file as a process of Node. Electron's host has utility processes for it. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Characters of its last words that are kept. */
const LAST_WORDS = 2_000;

/** A process that runs a worker's file, in either host. */
export interface ProcessHandle {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** @param listener called once, however the process ends: with its code or signal, and its last words */
  onEnd(listener: (reason: string) => void): void;
  kill(): void;
}

/** A process of Node. */
export interface ForkedProcess extends ProcessHandle {
  readonly pid: number | undefined;
}

/** Starts it for a file, with a limit of memory in MB. */
export type StartReader = (entry: URL, megabytes: number) => ProcessHandle;

/** @param options.flags Node's */
export function forkProcess(
  entry: URL,
  options: {
    readonly args?: readonly string[];
    readonly flags?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): ForkedProcess {
  const child = fork(fileURLToPath(entry), options.args ?? [], {
    serialization: 'advanced',
    execArgv: [...(options.flags ?? [])],
    env: { ...process.env, ...options.env },
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
      // a message that no longer reaches it is an error, too; then its end says why
      child.on('error', (error) => {
        if (child.pid === undefined) end(String(error));
      });
      child.on('exit', (code, signal) => end(`${signal ?? code ?? '?'} ${lastWords}`.trim()));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** See {@link StartReader}. */
export function forkReader(entry: URL, megabytes: number): ForkedProcess {
  return forkProcess(entry, { flags: [`--max-old-space-size=${megabytes}`] });
}
