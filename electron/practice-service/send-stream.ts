/** Sending an answer while it is being made. */
import type { ServerResponse } from 'node:http';
import type { StreamedAnswer } from './answer.ts';
import { ConnectionCut } from './errors.ts';
import type { RequestRecord } from './request-record.ts';
import type { Services } from './router.ts';
import type { CallChange } from './steering-hooks.ts';
import { eventBytes, flushed, writePieces } from './stream.ts';

/** Where a streamed answer goes. */
interface Destination {
  readonly response: ServerResponse;
  readonly services: Services;
}

/**
 * Sends an answer while it is being made. The source ends when the client goes away.
 *
 * @throws ConnectionCut or ClientGone when it could not be sent to its end
 */
export async function sendStream(
  destination: Destination,
  answer: StreamedAnswer,
  record: RequestRecord,
  change: CallChange | null,
): Promise<void> {
  const { response, services } = destination;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(answer.status, {
    date: new Date(services.clock.now()).toUTCString(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  record.status = answer.status;
  response.flushHeaders();
  try {
    const { batches } = answer;
    const pieces = change?.streamPieces(batches, gone.signal) ?? eventBytes(batches);
    await writePieces(response, pieces, gone.signal);
  } catch (error) {
    // The bytes before the cut are to arrive.
    if (error instanceof ConnectionCut) await flushed(response);
    throw error;
  }
  response.end();
  record.answeredAt = Date.now();
  record.outcome = 'answered';
}
