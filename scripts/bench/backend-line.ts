/** A client of the running host without a browser: signed in as the window is, over the same contract. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import type { Contract } from '../../shared/contract/index.ts';

/** See the file comment. */
export interface BackendLine {
  readonly backend: ContractRouterClient<Contract>;
  /** `fetch` below the host's address, with the cookie and the origin of the window. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** For a page that is to be the same window. */
  readonly cookies: readonly {
    readonly name: string;
    readonly value: string;
    readonly url: string;
  }[];
  close(): void;
}

/** @param url the address that the host printed; its token is used up */
export async function connectToHost(url: string): Promise<BackendLine> {
  const { origin } = new URL(url);
  const welcome = await fetch(url, { redirect: 'manual' });
  const cookie = welcome.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error('The host did not accept its token.');
  const headers = { cookie, origin };
  const [name = '', value = ''] = cookie.split(/=(.*)/su);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    backend: createORPCClient(new RPCLink({ websocket: socket })),
    fetch: (path, init = {}) => fetch(origin + path, { ...init, headers }),
    cookies: [{ name, value, url: origin }],
    close: () => socket.close(),
  };
}
