/** Servers of the measurements in processes of their own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** It ends when it is disposed of. */
export interface ServerProcess extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Takes any request in and answers with the same picture. @param picture a file; a few bytes unless given */
export function startSinkProcess(picture?: string): Promise<ServerProcess> {
  return startServerProcess('sink.ts', ...(picture === undefined ? [] : [picture]));
}

/** Hands on what the server at this address answers. */
export function startRelayProcess(upstream: string): Promise<ServerProcess> {
  return startServerProcess('relay.ts', upstream);
}

async function startServerProcess(
  script: string,
  ...args: readonly string[]
): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'processes', script), args, { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
