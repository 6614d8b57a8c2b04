/** Between Node's HTTP server and the web's Request and Response, with back-pressure and abort. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

/**
 * @param origin `http://127.0.0.1:<port>`; the request's own Host was checked before
 * @returns a request whose signal aborts when the client goes away
 */
export function toRequest(
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Request {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  const hasBody = message.method !== 'GET' && message.method !== 'HEAD';
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  }
  return new Request(origin + (message.url ?? '/'), {
    method: message.method ?? 'GET',
    headers,
    signal: controller.signal,
    ...(hasBody
      ? { body: bodyOf(message) as NonNullable<RequestInit['body']>, duplex: 'half' as const }
      : {}),
  });
}

/**
 * The body as it is read. A handler that has seen enough leaves the rest of it on the connection, which
 * still has to carry the answer. `Readable.toWeb` would go on writing into the cancelled stream, and
 * that uncaught error ends the process.
 */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  return ReadableStream.from<Uint8Array>(message.iterator({ destroyOnReturn: false }));
}

/** Sends the answer; resolves when it is out or the client has gone. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    leaveRest(response);
    return;
  }
  try {
    // the same object, by the name that Node has for it
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  } catch (error) {
    if (!response.destroyed) throw error; // the client went away: there is no one to answer
  } finally {
    leaveRest(response);
  }
}

/** A browser reads the answer when its request is out: what is left of that goes nowhere. */
function leaveRest(response: ServerResponse): void {
  response.req.resume();
}
