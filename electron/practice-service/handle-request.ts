import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, ConnectionEnded, refusalAnswer, refused } from './answer.ts';
import { type Call, findRoute, type Route, type Services } from './call.ts';
import { LIMITS } from './limits.ts';
import { STORAGE_PREFIX } from './storage/object-storage.ts';

/** Runs between a permitted call and its answer; see `testing/steering.ts`. */
export type Intercept = (call: Call, answer: (call: Call) => Promise<Answer>) => Promise<Answer>;

interface Service {
  readonly key: string;
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly intercept: Intercept | undefined;
}

/** @param expectsContinue the client waits for "100 Continue" before it sends the body */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
  { key, routes, services, intercept }: Service,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const call: Call = {
    services,
    request,
    response,
    url: new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`),
    origin: `http://${request.headers.host}`,
    signal: gone.signal,
    async *chunks() {
      if (expectsContinue) response.writeContinue();
      try {
        yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
      } catch {
        throw new ConnectionEnded();
      }
    },
  };
  const { pathname } = call.url;
  const answer = (own: Call) =>
    orRefusal(pathname, () => findRoute(routes, request.method ?? '', pathname).handle(own));
  try {
    const found = await orRefusal(pathname, () => {
      checkAccess(request, pathname, key);
      return intercept === undefined ? answer(call) : intercept(call, answer);
    });
    await send(call, found);
  } catch {
    // the client is gone, or a stream failed: destroying it shows that the answer is incomplete
    response.destroy();
  }
}

async function orRefusal(path: string, act: () => Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ConnectionEnded) throw error;
    return refusalAnswer(path, error);
  }
}

/** @throws ServiceError 403 API_NOT_ALLOWED, 401 MISSING_API_KEY or INVALID_API_KEY */
function checkAccess(
  { headers, method, socket }: IncomingMessage,
  path: string,
  key: string,
): void {
  // an exact Host defeats DNS rebinding; without CORS headers no page can read
  if (
    headers.host !== `127.0.0.1:${socket.localPort}` &&
    headers.host !== `localhost:${socket.localPort}`
  ) {
    throw refused(403, 'API_NOT_ALLOWED', 'The Host header names another address.');
  }
  if (method === 'OPTIONS') {
    throw refused(403, 'API_NOT_ALLOWED', 'This service does not take OPTIONS.');
  }
  // at the storage, the signature in the address takes the place of the key
  if (path.startsWith(STORAGE_PREFIX)) return;
  const given = headers.authorization?.trim() ?? '';
  if (given === '' || given === 'Bearer') {
    const message = 'Send your key in the header "Authorization: Bearer <key>".';
    throw refused(401, 'MISSING_API_KEY', message);
  }
  // digests, so that the duration shows neither the length nor the first difference
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(given), digest(`Bearer ${key}`))) {
    throw refused(401, 'INVALID_API_KEY', 'This key is not known here.');
  }
}

/** @throws ConnectionEnded if it could not be sent completely */
async function send(call: Call, { status, contentType, body, headers }: Answer): Promise<void> {
  const { request, response, services, signal } = call;
  const { 'content-length': declared = '0', 'transfer-encoding': encoding } = request.headers;
  const isBodyLeft = !request.complete && (encoding !== undefined || declared !== '0');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    date: new Date(services.clock.now()).toUTCString(),
    'content-type': contentType,
    ...(bytes instanceof Uint8Array ? { 'content-length': bytes.byteLength } : {}),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isBodyLeft ? { connection: 'close' } : {}),
    ...headers,
  });
  if (isBodyLeft) drain(request);
  if (bytes instanceof Uint8Array) {
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return;
  }
  response.flushHeaders();
  try {
    for await (const piece of bytes) {
      if (signal.aborted) throw new ConnectionEnded();
      if (!response.write(piece)) await once(response, 'drain', { signal });
    }
  } catch (error) {
    // what was written before a cut is to arrive
    if (!signal.aborted) await new Promise<void>((done) => response.write('', () => done()));
    throw error;
  }
  response.end();
}

/** Discards the rest of a refused upload, so that the client gets to see the answer. */
function drain(request: IncomingMessage): void {
  let left: number = LIMITS.drainedBytes;
  request.on('error', () => {});
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  request.resume();
}
