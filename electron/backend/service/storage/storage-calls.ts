/**
 * The second way out of this computer: to the storage behind signed addresses. It never carries the
 * key, never passes a gateway, and goes only where `reachable.ts` lets it.
 */
import type { LookupFunction } from 'node:net';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { createAgents } from '../http/agents.ts';
import type { ByteSource } from '../http/byte-source.ts';
import {
  exchange,
  type CallPhase,
  type CallTimeouts,
  type ExchangeResponse,
} from '../http/exchange.ts';
import type { Redactor } from '../redaction.ts';
import type { ClientClock } from '../retry-policy.ts';
import { createGuardedLookup, requireReachable, type Reach } from './reachable.ts';
import { storageRefusal, type StorageContext } from './storage-errors.ts';

/** The parts of the second way. */
export interface StorageOptions {
  readonly reach: Reach;
  readonly timeouts: CallTimeouts;
  readonly redactor: Redactor;
  readonly clock: ClientClock;
  readonly environment: NodeJS.ProcessEnv;
  /** Finds addresses of names; the system's own unless given. */
  readonly lookup?: LookupFunction | undefined;
  log(line: string): void;
}

/** One request. */
export interface StorageRequest {
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ByteSource | undefined;
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
}

/** An answer with a good status, and its host. */
export interface StorageAnswer {
  readonly response: ExchangeResponse;
  readonly context: StorageContext;
}

/** Makes requests to storage. */
export interface StorageCalls {
  readonly clock: ClientClock;
  /**
   * Sends and requires a 2xx status; a GET follows redirects. Never repeats anything.
   *
   * @throws AppError `bad-answer` (an address that is not open, a bad redirect), `expired`,
   *   `unreachable`, `rate-limited`, `service-failed`, `cancelled`
   */
  request<T>(request: StorageRequest, read: (answer: StorageAnswer) => Promise<T>): Promise<T>;
  close(): void;
}

/** Redirects that a download follows. */
const MAX_REDIRECTS = 3;

export function createStorageCalls(options: StorageOptions): StorageCalls {
  const { reach, timeouts, redactor, clock, environment } = options;
  const lookup = createGuardedLookup(reach, options.lookup);
  const agents = createAgents(environment, { lookup });

  async function send(request: StorageRequest, url: URL): Promise<ExchangeResponse> {
    const { method, headers, body, signal } = request;
    requireReachable(url, reach);
    return await exchange({
      context: { method, url, mayCost: false },
      // SECURITY: S24 no Authorization, no cookie: the address itself is the permission.
      headers: { accept: '*/*', 'user-agent': 'Gesso', ...headers },
      body,
      agents,
      timeouts,
      signal,
      onPhase: (phase) => request.onPhase?.(phase),
    });
  }

  async function follow(request: StorageRequest): Promise<StorageAnswer> {
    let url = addressOf(request.url);
    for (let redirects = 0; ; redirects++) {
      const response = await send(request, url);
      const { method } = request;
      const context = { method, host: url.host, redactor };
      if (response.status >= 200 && response.status < 300) return { response, context };
      const location = response.header('location');
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
      if (!isRedirect || location === undefined) {
        throw await storageRefusal(context, response, clock.now());
      }
      response.discard();
      // SECURITY: S24 an upload goes where it was asked to go, or nowhere.
      if (method !== 'GET' || redirects === MAX_REDIRECTS) {
        throw tooManyRedirects(context, response.status);
      }
      url = addressOf(location, url);
    }
  }

  return {
    clock,
    async request(request, read) {
      const started = performance.now();
      let outcome = '';
      try {
        const answer = await follow(request);
        outcome = String(answer.response.status);
        return await read(answer);
      } catch (thrown) {
        const error = toAppError(thrown);
        outcome += ` ${error.kind}`;
        throw error;
      } finally {
        const milliseconds = Math.round(performance.now() - started);
        const host = hostOf(request.url);
        options.log(`storage: ${request.method} ${host} ${outcome.trim()} in ${milliseconds} ms`);
      }
    },
    close: () => agents.close(),
  };
}

/** @throws AppError `bad-answer` when it is none */
function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url !== null) return url;
  throw new AppError({
    kind: 'bad-answer',
    message: 'The service gave a file address that is not valid. Look for the result again.',
    action: 'retry',
    details: { request: 'not sent' },
  });
}

function hostOf(text: string): string {
  return URL.parse(text)?.host ?? 'no address';
}

function tooManyRedirects(context: StorageContext, status: number): AppError {
  return new AppError({
    kind: 'bad-answer',
    message:
      context.method === 'GET'
        ? 'The file address redirects without end. Look for the result again.'
        : 'The storage redirects the upload to another address, which Gesso does not follow. Upload the file again.',
    action: 'retry',
    details: { call: `${context.method} ${context.host}`, request: 'sent', status },
  });
}
