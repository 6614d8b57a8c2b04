/**
 * From an HTTP request to its answer: the checks that all calls share, the endpoint, and the way
 * out.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, StreamedAnswer } from './answer.ts';
import { checkAuthorization } from './authorization.ts';
import {
  ClientGone,
  ConnectionCut,
  type Refusal,
  refusalBody,
  refused,
  ServiceError,
} from './errors.ts';
import { legacyRefusal } from './legacy-envelope.ts';
import { checkJsonContentType, drain, readBody } from './request-body.ts';
import { newRecord, type RequestRecord } from './request-record.ts';
import { findRoute, type RequestContext, type Route, type Services } from './router.ts';
import { type CallChange, STEERING_PREFIX } from './steering-hooks.ts';
import { sendStream } from './send-stream.ts';
import { STORAGE_PREFIX } from './storage/object-storage.ts';

/** One request, and everything that is needed to answer it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The client waits for "100 Continue" before it sends the body. */
  readonly expectsContinue: boolean;
  readonly key: string;
  readonly routes: readonly Route[];
  readonly services: Services;
}

/** Answers one request. Never rejects. */
export async function handleRequest(exchange: Exchange): Promise<void> {
  const { request, response, services } = exchange;
  const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
  const record = newRecord(request, url, Date.now());
  const steering = url.pathname.startsWith(STEERING_PREFIX) ? null : services.steering;
  steering?.remember(record);
  const gone = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    checkTarget(request);
    // At the storage, the signature in the address takes the place of the key.
    if (!url.pathname.startsWith(STORAGE_PREFIX)) {
      checkAuthorization(request.headers.authorization, exchange.key);
    }
    const change = steering?.takeChange(url.pathname) ?? null;
    record.fault = change?.fault ?? null;
    const context = makeContext(exchange, url, record, change, gone.signal);
    const answer = await decide(exchange, context, change);
    await send(exchange, answer, record, { change, signal: gone.signal });
  } catch (error) {
    await sendFailure(exchange, error, record);
  }
}

/** The change's answer to a call, or the service's own. */
function decide(
  exchange: Exchange,
  context: RequestContext,
  change: CallChange | null,
): Promise<Answer | StreamedAnswer> {
  const answer = () => answerForReal(exchange, context);
  if (change === null) return answer();
  return change.answer({
    signal: context.signal,
    now: exchange.services.clock.now(),
    answer,
    inspect: () => inspect(exchange, context),
    receive: (bytes) => receive(exchange, bytes, context.record),
  });
}

async function answerForReal(
  exchange: Exchange,
  context: RequestContext,
): Promise<Answer | StreamedAnswer> {
  const { route, parameters } = findRoute(
    exchange.routes,
    exchange.request.method ?? '',
    context.url.pathname,
  );
  return route.handle({ ...context, parameters });
}

/** Reads and records a call that is answered by its change, as far as it can be read. */
async function inspect(exchange: Exchange, context: RequestContext): Promise<void> {
  const { request, routes } = exchange;
  try {
    const { route } = findRoute(routes, request.method ?? '', context.url.pathname);
    await route.inspect?.(context);
  } catch (error) {
    // A mistake in the call does not matter: the change's answer hides it.
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** Refuses the requests that a browser page on another address could send. */
function checkTarget(request: IncomingMessage): void {
  const port = request.socket.localPort;
  const { host } = request.headers;
  // An exact Host defeats DNS rebinding; without CORS headers no page can read.
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    throw forbidden('The Host header names another address.');
  }
  if (request.method === 'OPTIONS') throw forbidden('This service does not take OPTIONS.');
}

function forbidden(message: string): ServiceError {
  return refused(403, 'API_NOT_ALLOWED', message);
}

function makeContext(
  exchange: Exchange,
  url: URL,
  record: RequestRecord,
  change: CallChange | null,
  signal: AbortSignal,
): RequestContext {
  const { request, response, services } = exchange;
  const readBytes = async (limit: number): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await readBody(
      request,
      limit,
      () => {
        if (exchange.expectsContinue) response.writeContinue();
      },
      (total) => {
        record.bodyBytes = total;
      },
    );
    record.bodyAt = Date.now();
    return bytes;
  };
  return {
    services,
    method: request.method ?? '',
    url,
    origin: `http://${request.headers.host}`,
    headers: request.headers,
    parameters: {},
    record,
    signal,
    taskQuirks: change?.taskQuirks ?? null,
    note: ({ summary, files }, field = 'summary') => {
      record[field] = summary;
      services.steering?.keepFiles(record.id, files);
    },
    readBytes,
    readJsonBytes: async (limit) => {
      checkJsonContentType(request.headers['content-type']);
      return readBytes(limit);
    },
  };
}

async function send(
  exchange: Exchange,
  answer: Answer | StreamedAnswer,
  record: RequestRecord,
  { change, signal }: { readonly change: CallChange | null; readonly signal: AbortSignal },
): Promise<void> {
  const { request, response, services } = exchange;
  if ('batches' in answer) return sendStream(exchange, answer, record, change);
  const body = asBuffer(answer.body);
  const isBodyLeft = !request.complete && hasBody(request);
  response.writeHead(answer.status, {
    date: new Date(services.clock.now()).toUTCString(),
    'content-type': answer.contentType,
    'content-length': body.byteLength,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isBodyLeft ? { connection: 'close' } : {}),
    ...answer.headers,
  });
  record.status = answer.status;
  const isSent = change !== null && (await change.writeBody(response, body, signal));
  if (!isSent) response.end(request.method === 'HEAD' ? undefined : body);
  if (isBodyLeft) drain(request);
  record.answeredAt = Date.now();
  record.outcome = 'answered';
}

async function sendFailure(
  exchange: Exchange,
  error: unknown,
  record: RequestRecord,
): Promise<void> {
  const { response } = exchange;
  if (error instanceof ClientGone || error instanceof ConnectionCut || response.headersSent) {
    record.outcome = error instanceof ConnectionCut ? 'cut' : 'client gone';
    response.destroy();
    return;
  }
  const refusal = error instanceof ServiceError ? error.refusal : internalError(error);
  const answer: Answer = legacyRefusal(record.path, refusal) ?? {
    status: refusal.status,
    contentType: 'application/json',
    body: refusalBody(refusal),
    headers: refusal.metadata?.['allow'] === undefined ? {} : { allow: refusal.metadata['allow'] },
  };
  await send(exchange, answer, record, { change: null, signal: AbortSignal.abort() });
}

function internalError(error: unknown): Refusal {
  return {
    status: 500,
    reason: 'SERVICE_NOT_AVAILABLE',
    message: 'The practice service met an error of its own.',
    metadata: { detail: String(error) },
  };
}

/** Reads this many bytes of the body, or all of it. */
async function receive(exchange: Exchange, bytes: number, record: RequestRecord): Promise<void> {
  if (exchange.expectsContinue) exchange.response.writeContinue();
  try {
    for await (const chunk of exchange.request.iterator({ destroyOnReturn: false })) {
      if (chunk instanceof Uint8Array) record.bodyBytes += chunk.byteLength;
      if (record.bodyBytes >= bytes) return;
    }
  } catch {
    throw new ClientGone();
  }
}

/** The bytes of a body; an answer of many megabytes is not copied. */
function asBuffer(body: Uint8Array | string): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}
