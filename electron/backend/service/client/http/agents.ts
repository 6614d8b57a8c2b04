import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import { isLoopbackHost } from '../connection.ts';
import type { HttpMethod } from './network-errors.ts';

export type Agents = ReturnType<typeof createAgents>;

/**
 * Only GETs share pooled sockets: a server that closes a pooled socket looks like one that received
 * the request and crashed.
 * @param environment this computer is never reached through a proxy
 * @throws AppError `invalid-input` for an unreadable proxy address
 */
export function createAgents(
  environment: NodeJS.ProcessEnv,
  { lookup }: { readonly lookup?: LookupFunction } = {},
) {
  const names = lookup === undefined ? {} : { lookup };
  const keepAlive = { keepAlive: true, maxSockets: 8, maxFreeSockets: 2, ...names };
  const single = { keepAlive: false, ...names };
  const proxy = { proxyEnv: environment };
  const local = { GET: new HttpAgent(keepAlive), POST: new HttpAgent(single) };
  const localTls = { GET: new HttpsAgent(keepAlive), POST: new HttpsAgent(single) };
  const remote = withReadableProxy(() => ({
    GET: new HttpsAgent({ ...keepAlive, ...proxy }),
    POST: new HttpsAgent({ ...single, ...proxy }),
  }));
  const all = [local, localTls, remote].flatMap(({ GET, POST }) => [GET, POST]);
  return {
    forCall(url: URL, method: HttpMethod): HttpAgent | HttpsAgent {
      const kind = method === 'GET' ? 'GET' : 'POST';
      if (url.protocol === 'http:') return local[kind];
      return isLoopbackHost(url.hostname) ? localTls[kind] : remote[kind];
    },
    close(): void {
      for (const agent of all) agent.destroy();
    },
    /** Closes idle sockets at once and the others after their call, which may be paid for. */
    retire(): void {
      for (const agent of all) {
        agent.maxFreeSockets = 0;
        for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy();
      }
    },
  };
}

function withReadableProxy<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw invalidInput(
      'The proxy address of this computer (HTTPS_PROXY) is not valid. Correct it and start Gesso again.',
      { cause: error },
    );
  }
}
