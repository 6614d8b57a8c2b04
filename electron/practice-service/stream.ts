/** Server-sent events as text and bytes, written no faster than the client takes them. */
import type { ServerResponse } from 'node:http';
import type { StreamFrame } from './answer.ts';
import { ClientGone } from './errors.ts';

/** The text of an event as the service writes it. */
export function eventText(frame: StreamFrame): string {
  return `data: ${frame.data}\n\n`;
}

/** The same text as bytes, one piece for each batch. */
export async function* eventBytes(
  batches: AsyncIterable<readonly StreamFrame[]>,
): AsyncIterable<Uint8Array> {
  for await (const batch of batches) yield Buffer.from(batch.map(eventText).join(''));
}

/**
 * Writes pieces one after another, no faster than the socket takes them.
 *
 * @throws ClientGone once the client went away; the source is then ended by its `return`
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of pieces) {
    if (signal.aborted) throw new ClientGone();
    if (!response.write(piece)) await drained(response, signal);
  }
}

/** Resolves when all that was written so far has left the process. */
export function flushed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.flushHeaders();
    response.write(new Uint8Array(0), () => resolve());
  });
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = (): void => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = (): void => {
      response.off('drain', onDrain);
      reject(new ClientGone());
    };
    response.once('drain', onDrain);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
