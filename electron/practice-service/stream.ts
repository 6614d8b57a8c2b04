import type { ServerResponse } from 'node:http';
import { ClientGone } from './errors.ts';

/** One event of a streamed answer, before it becomes text. */
export interface StreamFrame {
  /** A part of the answer, the usage at its end, or the end itself. */
  readonly kind: 'chunk' | 'usage' | 'done';
  /** What follows `data:`: JSON on one line, or `[DONE]`. */
  readonly data: string;
}

/** An answer that is sent while it is being made, as data-only server-sent events. */
export interface StreamedAnswer {
  readonly status: 200;
  /** Frames that are ready at the same time come as one batch and are written together. */
  readonly batches: AsyncIterable<readonly StreamFrame[]>;
}

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

/** Resolves when what was written so far has left the process. */
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
