import type { ExchangeResponse } from './exchange.ts';

const ERROR_BODY = {
  /** Enough for any report. */
  bytes: 64 * 1024,
  /** Ms; the status says enough, so a slow body is not waited for. */
  milliseconds: 10_000,
} as const;

/** Drops the connection if there is more. @throws AppError of the connection */
export async function readBeginning(response: ExchangeResponse, limit: number): Promise<string> {
  const beginning = createBeginning(limit);
  for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  return beginning.bytes().toString();
}

/** Never rejects. */
export async function readErrorBody(response: ExchangeResponse): Promise<string> {
  const beginning = createBeginning(ERROR_BODY.bytes);
  const timer = setTimeout(() => response.discard(), ERROR_BODY.milliseconds);
  try {
    for await (const chunk of response.body) if (!beginning.add(chunk)) break;
  } catch {
    // The connection broke or the user cancelled: the status and what was read are enough.
  } finally {
    clearTimeout(timer);
  }
  return beginning.bytes().toString();
}

export function createBeginning(limit: number) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** @returns false when there is enough */
    add(chunk: Uint8Array): boolean {
      if (length <= limit) chunks.push(chunk);
      length += chunk.byteLength;
      return length <= limit;
    },
    bytes: () => Buffer.concat(chunks).subarray(0, limit),
  };
}
