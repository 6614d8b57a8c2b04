/** Adapts Node's HTTP server to Request and Response, with back-pressure and abort. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';

/** @returns a request whose signal aborts when the client disconnects */
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
 * An unread rest stays on the connection, which must still carry the answer. `Readable.toWeb` would
 * go on writing to the cancelled stream, and that uncaught error would end the process.
 */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  return ReadableStream.from<Uint8Array>(message.iterator({ destroyOnReturn: false }));
}

/** Resolves when the answer is sent or the client has disconnected. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    leaveRest(response);
    return;
  }
  try {
    // The same object under Node's type.
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  } catch (error) {
    if (!response.destroyed) throw error; // The client disconnected.
  } finally {
    leaveRest(response);
  }
}

/** Discards the unread rest: a browser reads the answer only after sending its request. */
function leaveRest(response: ServerResponse): void {
  response.req.resume();
}
