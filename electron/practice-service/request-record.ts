/** The record of one request: filled in while it is answered, and kept where a service is steered. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The memory of one request. Times are Unix milliseconds. */
export interface RequestRecord {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Request headers; `authorization` is never kept. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request had the header `authorization`. */
  readonly hasAuthorization: boolean;
  readonly headersAt: number;
  bodyAt: number | null;
  answeredAt: number | null;
  bodyBytes: number;
  /** HTTP status that was sent, or null while there is none. */
  status: number | null;
  outcome: 'running' | 'answered' | 'cut' | 'client gone';
  /** Kind of the fault that was applied, or null. */
  fault: string | null;
  /** The content of a cleanup call, or null for other calls and unreadable bodies. */
  cleanup: Readonly<Record<string, unknown>> | null;
  /** The content of another call, without its pictures and texts; null until it has been read. */
  summary: Readonly<Record<string, unknown>> | null;
}

/** The record of a request that has just begun. */
export function newRecord(request: IncomingMessage, url: URL, now: number): RequestRecord {
  const { authorization: _secret, ...headers } = request.headers;
  return {
    id: randomUUID(),
    method: request.method ?? '',
    path: url.pathname,
    query: url.search,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    hasAuthorization: request.headers.authorization !== undefined,
    headersAt: now,
    bodyAt: null,
    answeredAt: null,
    bodyBytes: 0,
    status: null,
    outcome: 'running',
    fault: null,
    cleanup: null,
    summary: null,
  };
}
