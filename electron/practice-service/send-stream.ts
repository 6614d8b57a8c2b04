import type { ServerResponse } from 'node:http';
import { ConnectionCut } from './errors.ts';
import type { FaultAction } from './faults.ts';
import type { RequestRecord } from './request-log.ts';
import type { Services } from './router.ts';
import { cutPieces, spoiltPieces } from './stream-faults.ts';
import { eventBytes, flushed, type StreamedAnswer, writePieces } from './stream.ts';

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
  fault: FaultAction | null,
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
    await writePieces(response, piecesOf(answer, fault, gone.signal), gone.signal);
  } catch (error) {
    // what was written before the cut is to arrive
    if (error instanceof ConnectionCut) await flushed(response);
    throw error;
  }
  response.end();
  record.answeredAt = Date.now();
  record.outcome = 'answered';
}

function piecesOf(
  answer: StreamedAnswer,
  fault: FaultAction | null,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  if (fault?.kind === 'cut') return cutPieces(eventBytes(answer.batches), fault.afterBytes);
  if (fault !== null && 'form' in fault) return spoiltPieces(fault, answer.batches, signal);
  return eventBytes(answer.batches);
}
