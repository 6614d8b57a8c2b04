/** Hashes files in threads: a library has gigabytes, and the main thread serves the window. */
import { Worker } from 'node:worker_threads';
import { workerEntry } from '../../workers/worker-entry.ts';

export interface HashOrder {
  readonly id: number;
  readonly path: string;
}
export type HashAnswer = { readonly id: number } & (
  | { readonly hash: string }
  | { readonly error: unknown }
);

/** A single thread reads slower than a fast disk writes. */
const THREADS = 2;

export type HashThreads = ReturnType<typeof startHashThreads>;

export function startHashThreads() {
  const waiting = new Map<number, PromiseWithResolvers<string>>();
  let next = 0;
  let ended: { readonly error: unknown } | undefined;

  function fail(error: unknown): void {
    ended ??= { error };
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  const threads = Array.from({ length: THREADS }, () => {
    const thread = new Worker(workerEntry('./hash-worker', import.meta.url));
    thread.on('message', (answer: HashAnswer) => {
      const order = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('hash' in answer) order?.resolve(answer.hash);
      else order?.reject(answer.error);
    });
    thread.on('error', fail);
    thread.on('exit', () => fail(new Error('A thread that hashes files has ended.')));
    return thread;
  });

  return {
    /** SHA-256 in hexadecimal. @throws file system errors */
    async hashOf(path: string): Promise<string> {
      if (ended !== undefined) throw ended.error; // A thread that has ended never answers.
      const id = next++;
      const answer = Promise.withResolvers<string>();
      waiting.set(id, answer);
      threads[id % THREADS]?.postMessage({ id, path } satisfies HashOrder);
      return await answer.promise;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}
