/**
 * Workers that read files from outside are threads with a limit of memory, or processes where a
 * thread that reaches its limit takes the whole program along.
 */
import { EventEmitter, once } from 'node:events';
import { Worker as Thread, type Transferable } from 'node:worker_threads';
import type { ProcessHandle, StartReader } from './fork-process.ts';

/** A thread, or a process that looks like one: it emits `message`, `error` and `exit`. */
export interface Worker extends EventEmitter {
  /** Below 0 after its end. */
  readonly threadId: number;
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  ref(): void;
  unref(): void;
  terminate(): Promise<unknown>;
}

/** What an engine does to a thread without memory is the same in the whole program. */
let startProcess: StartReader | undefined;

/** @param start for all workers that are started from now on; `undefined`: they are threads */
export function readInProcesses(start: StartReader | undefined): void {
  startProcess = start;
}

/**
 * SECURITY: S49 a file that needs more memory ends its worker alone, with an error whose code is
 * `ERR_WORKER_OUT_OF_MEMORY`.
 */
export function startReader(entry: URL, megabytes: number): Worker {
  if (startProcess !== undefined) return new ProcessWorker(startProcess(entry, megabytes));
  return new Thread(entry, {
    stdout: true, // a library's own remarks
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
}

class ProcessWorker extends EventEmitter implements Worker {
  threadId = 0;
  #isEnding = false;
  readonly #process: ProcessHandle;

  constructor(process: ProcessHandle) {
    super();
    this.#process = process;
    process.onMessage((message) => {
      if (!this.#isEnding) this.emit('message', message);
    });
    process.onEnd((reason) => {
      this.threadId = -1;
      if (!this.#isEnding) this.emit('error', endError(reason));
      this.emit('exit', 1);
    });
  }

  postMessage(message: unknown): void {
    this.#process.post(message);
  }

  // a process keeps no program alive
  ref(): void {}
  unref(): void {}

  async terminate(): Promise<void> {
    if (this.threadId < 0) return;
    this.#isEnding = true;
    const ended = once(this, 'exit');
    this.#process.kill();
    await ended;
  }
}

/** A process without memory crashes, and its last words can be lost; one that fails otherwise ends with code 1. */
function endError(reason: string): Error {
  const isCrash = !/^(?:[01]\b|\w*Error)/u.test(reason);
  const error = new Error(`The process ended: ${reason}`);
  return isCrash ? Object.assign(error, { code: 'ERR_WORKER_OUT_OF_MEMORY' }) : error;
}
