/** The beginning of a body that is small by nature, whatever the other side makes of it. */
import type { ExchangeResponse } from './exchange.ts';

/** Bodies of errors. */
export const ERROR_BODY = {
  /** Enough for any report. */
  bytes: 64 * 1024,
  /** The status says enough already: a body that drips is not waited for, ms. */
  milliseconds: 10_000,
} as const;

/**
 * At most `limit` bytes as text; the connection is dropped when there are more.
 *
 * @throws AppError of the connection
 */
export async function readBeginning(response: ExchangeResponse, limit: number): Promise<string> {
  const beginning = createBeginning(limit);
  for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  return beginning.text();
}

/** The body of an error, as far as it comes in time and before the connection breaks. Never rejects. */
export async function readErrorBody(response: ExchangeResponse): Promise<string> {
  const beginning = createBeginning(ERROR_BODY.bytes);
  const timer = setTimeout(() => response.discard(), ERROR_BODY.milliseconds);
  try {
    for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  } catch {
    // the connection broke, or the user has stopped: with the status, what was read says enough
  } finally {
    clearTimeout(timer);
  }
  return beginning.text();
}

function createBeginning(limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** @returns false when there is enough */
    add(chunk: Uint8Array): boolean {
      chunks.push(chunk);
      length += chunk.byteLength;
      return length <= limit;
    },
    text: () => Buffer.concat(chunks).toString('utf8', 0, limit),
  };
}
