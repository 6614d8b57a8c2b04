/** Servers of the benchmarks, on a free port of this computer. */
import { once } from 'node:events';
import type { Server } from 'node:http';

/** A server that listens; disposing of it ends it with its connections. */
export interface Listening extends AsyncDisposable {
  readonly baseUrl: string;
}

/** Begins to listen. */
export async function listen(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
