/** A server in a process of its own that takes any request in and answers with a small picture. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** @returns its address; it ends when disposed of */
export async function startSinkProcess(): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, 'processes', 'sink.ts'), { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
