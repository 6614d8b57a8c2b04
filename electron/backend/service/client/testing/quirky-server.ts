/** A real HTTP server for tests that answers each call the way the test says, however odd. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endsWithTest } from '../../../../testing/ends-with-test.ts';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type QuirkyServer = Awaited<ReturnType<typeof startQuirkyServer>>;

/** Answers one request; `body` resolves when the request's body is complete. */
export type Behaviour = (
  request: IncomingMessage & { readonly body: Promise<Buffer> },
  response: ServerResponse,
) => void | Promise<void>;

/** Starts a server on a free port of 127.0.0.1. */
export async function startQuirkyServer(behaviour: Behaviour) {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer((request, response) => {
    const body = readBody(request).then((bytes) => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: bytes });
      return bytes;
    });
    // A client that goes away in the middle is part of the tests.
    body.catch(() => undefined);
    response.on('error', () => undefined);
    void Promise.resolve(behaviour(Object.assign(request, { body }), response)).catch(() => {
      response.destroy();
    });
  });
  server.on('connection', (socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return endsWithTest({
    baseUrl: `http://127.0.0.1:${address.port}`,
    seen,
    openConnections: () => sockets.size,
    connectionCount: () => connectionCount,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Answers every request with the same status, body and headers, after reading it. */
export function answering(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Behaviour {
  return async (request, response) => {
    await request.body;
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    response.writeHead(status, { ...length, ...headers }).end(body);
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
