/** Calls a storage: without the key or a gateway, and only where `reachable.ts` allows. */
import type { LookupFunction } from 'node:net';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { createCallMeter, type CallMeter, type CallRecord, type TryMeter } from '../call-meter.ts';
import { createAgents } from '../http/agents.ts';
import type { ByteSource } from '../http/byte-source.ts';
import {
  exchange,
  type CallPhase,
  type CallTimeouts,
  type ExchangeResponse,
} from '../http/exchange.ts';
import { requestHeaderOutline } from '../outline/header-outline.ts';
import { FileOutline, outlineOf } from '../outline/outline.ts';
import type { Redactor } from '../redaction.ts';
import type { ClientClock } from '../retry-policy.ts';
import { createGuardedLookup, requireReachable, type Reach } from './reachable.ts';
import { storageRefusal, type StorageContext } from './storage-errors.ts';

interface StorageOptions {
  readonly reach: Reach;
  readonly timeouts: CallTimeouts;
  readonly redactor: Redactor;
  readonly clock: ClientClock;
  readonly environment: NodeJS.ProcessEnv;
  readonly lookup?: LookupFunction | undefined;
  log(line: string): void;
  readonly onCall: ((record: CallRecord) => void) | undefined;
  readonly connectionId: string | undefined;
  readonly isFree: boolean;
}

interface StorageRequest {
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ByteSource | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly jobId?: string | undefined;
  onPhase?(phase: CallPhase): void;
}

export interface StorageAnswer {
  readonly response: ExchangeResponse;
  readonly context: StorageContext;
}

export type StorageCalls = ReturnType<typeof createStorageCalls>;

const MAX_REDIRECTS = 3;

export function createStorageCalls(options: StorageOptions) {
  const { reach, timeouts, redactor, clock, environment } = options;
  const lookup = createGuardedLookup(reach, options.lookup);
  const agents = createAgents(environment, { lookup });

  /** Logs only the host of a signed address: the rest grants access. */
  function meterOf({ method, url, headers, body, jobId }: StorageRequest): CallMeter {
    return createCallMeter(
      () => ({
        operation: method === 'PUT' ? 'upload' : 'download',
        method,
        // SECURITY: S22 S24 the address itself is the permission
        address: `${URL.parse(url)?.origin ?? 'no address'}/…`,
        connectionId: options.connectionId,
        isFree: options.isFree,
        jobId,
        mayCost: false,
        request: {
          query: {},
          headers: requestHeaderOutline({ accept: '*/*', 'user-agent': 'Gesso', ...headers }),
          ...(body === undefined
            ? {}
            : { body: outlineOf(new FileOutline(body.byteLength, 'file')) }),
        },
      }),
      options.onCall,
    );
  }

  async function send(
    request: StorageRequest,
    url: URL,
    tryMeter: TryMeter,
  ): Promise<ExchangeResponse> {
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
      onPhase(phase) {
        tryMeter.phase(phase);
        request.onPhase?.(phase);
      },
    });
  }

  async function follow(request: StorageRequest, tryMeter: TryMeter): Promise<StorageAnswer> {
    let url = addressOf(request.url);
    for (let redirects = 0; ; redirects++) {
      const response = await send(request, url, tryMeter);
      tryMeter.answered(response);
      const { method } = request;
      const context = { method, host: url.host, redactor };
      if (response.status >= 200 && response.status < 300) return { response, context };
      const location = response.header('location');
      const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
      if (!isRedirect || location === undefined) {
        throw await storageRefusal(context, response, clock.now());
      }
      response.discard();
      // SECURITY: S24 an upload is never redirected.
      if (method !== 'GET' || redirects === MAX_REDIRECTS) {
        throw tooManyRedirects(context, response.status);
      }
      url = addressOf(location, url);
    }
  }

  return {
    clock,
    /**
     * Requires a 2xx status; a GET follows redirects. Never repeats.
     * @throws AppError `bad-answer` (a closed address, a bad redirect), `expired`, `unreachable`,
     * `rate-limited`, `service-failed`, `cancelled`
     */
    async request<T>(
      request: StorageRequest,
      read: (answer: StorageAnswer) => Promise<T>,
    ): Promise<T> {
      const started = performance.now();
      const startedAt = clock.now();
      const meter = meterOf(request);
      const tryMeter = meter.begin();
      let outcome = '';
      try {
        const answer = await follow(request, tryMeter);
        outcome = String(answer.response.status);
        return await read(answer);
      } catch (thrown) {
        const error = toAppError(thrown);
        outcome += ` ${error.kind}`;
        tryMeter.failed(error);
        throw error;
      } finally {
        tryMeter.end();
        meter.end({ startedAt });
        const milliseconds = Math.round(performance.now() - started);
        const host = hostOf(request.url);
        options.log(`storage: ${request.method} ${host} ${outcome.trim()} in ${milliseconds} ms`);
      }
    },
    close: (): void => agents.close(),
    retire: (): void => agents.retire(),
  };
}

/** @throws AppError `bad-answer` if it is no address */
function addressOf(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url !== null) return url;
  throw new AppError(
    'bad-answer',
    'The service gave a file address that is not valid. Check for the result again.',
    { action: 'retry', details: { request: 'not sent' } },
  );
}

function hostOf(text: string): string {
  return URL.parse(text)?.host ?? 'no address';
}

function tooManyRedirects(context: StorageContext, status: number): AppError {
  return new AppError(
    'bad-answer',
    context.method === 'GET'
      ? 'The file address redirects without end. Check for the result again.'
      : 'The storage redirects the upload to another address, which Gesso does not follow. Upload the file again.',
    {
      action: 'retry',
      details: { call: `${context.method} ${context.host}`, request: 'sent', status },
    },
  );
}
