/** Keeps sockets, and decides which way they go: directly or by a proxy. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { isLoopbackHost } from '../connection.ts';
import type { HttpMethod } from './network-errors.ts';

/** The sockets of one client. */
export interface Agents {
  /** The agent for a call to this address. */
  forCall(url: URL, method: HttpMethod): HttpAgent | HttpsAgent;
  /** Closes every kept socket. */
  close(): void;
}

/**
 * GETs share kept sockets. Everything else gets a socket of its own: on a kept one a server that is
 * just closing it looks like one that took the request and then broke, and a request to the second must
 * never be repeated.
 *
 * @param environment where `HTTPS_PROXY`, `NO_PROXY` … are looked up; this computer is never reached
 *   through a proxy
 * @param options.lookup finds addresses of names, for connections without a proxy
 * @throws AppError `invalid-input` when the proxy's address in the environment cannot be read
 */
export function createAgents(
  environment: NodeJS.ProcessEnv,
  { lookup }: { readonly lookup?: LookupFunction } = {},
): Agents {
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
  return {
    forCall(url, method) {
      const kind = method === 'GET' ? 'GET' : 'POST';
      if (url.protocol === 'http:') return local[kind];
      return isLoopbackHost(url.hostname) ? localTls[kind] : remote[kind];
    },
    close() {
      for (const agents of [local, localTls, remote]) {
        agents.GET.destroy();
        agents.POST.destroy();
      }
    },
  };
}

function withReadableProxy<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    throw new AppError(
      {
        kind: 'invalid-input',
        message:
          'The proxy address of this computer (HTTPS_PROXY) is not valid. Correct it and start Gesso again.',
      },
      { cause: error },
    );
  }
}
