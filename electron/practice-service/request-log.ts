import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SentFiles } from './work/messages.ts';

/** What the practice service remembers of one request. Times are Unix milliseconds. */
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
  /** What a cleanup call carried, or null for other calls and unreadable bodies. */
  cleanup: Readonly<Record<string, unknown>> | null;
  /** What another call carried, without its pictures and texts; null until it has been read. */
  summary: Readonly<Record<string, unknown>> | null;
}

const capacity = {
  /** Requests that are remembered. */
  records: 100,
} as const;

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

/** The last requests, oldest first, and the files of the last few of them. */
export class RequestLog {
  #records: RequestRecord[] = [];
  #files = new Map<string, SentFiles>();
  readonly #keptFiles: number;

  /** @param keptFiles number of requests whose files are kept (each up to 60 MB) */
  constructor(keptFiles: number) {
    this.#keptFiles = keptFiles;
  }

  add(record: RequestRecord): void {
    this.#records.push(record);
    if (this.#records.length > capacity.records) this.#records.shift();
  }

  keepFiles(id: string, files: SentFiles): void {
    this.#files.set(id, files);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= this.#keptFiles) break;
      this.#files.delete(oldest);
    }
  }

  list(): readonly RequestRecord[] {
    return this.#records;
  }

  files(id: string): SentFiles | undefined {
    return this.#files.get(id);
  }

  clear(): void {
    this.#records = [];
    this.#files.clear();
  }
}
