import type { LookupFunction } from 'node:net';
import { failedCallOf } from '../../../../shared/api/errors.ts';
import { MODELS_PATH } from '../../../../shared/api/models.ts';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import {
  chatPathOf,
  endpointOf,
  normaliseBaseUrl,
  normaliseKey,
  type CallGroup,
  type ServiceConnection,
} from './connection.ts';
import { createCallMeter, type CallMeter, type CallRecord } from './call-meter.ts';
import { createAgents } from './http/agents.ts';
import { requireSuccess } from './http/answer-reading.ts';
import type { ByteSource } from './http/byte-source.ts';
import { DEFAULT_TIMEOUTS, exchange, type CallPhase, type CallTimeouts } from './http/exchange.ts';
import { unusableAnswer, type CallAnswer } from './http/response-errors.ts';
import { createServiceSkew } from './http/service-times.ts';
import { operationOf } from './operation-of.ts';
import { requestHeaderOutline } from './outline/header-outline.ts';
import { queryOutline } from './outline/outline.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import { reachOf } from './storage/reachable.ts';
import { createStorageCalls } from './storage/storage-calls.ts';
import { SYSTEM_CLOCK, withRetries, type ClientClock, type RetryNotice } from './retry-policy.ts';

export interface ServiceClientOptions {
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  /** The user's time limits, read for each call; `timeouts` takes precedence. */
  readonly limits?: (() => Partial<CallTimeouts>) | undefined;
  /** Receives one redacted line per attempt. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives each finished call for the call log. Must not throw. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  readonly connectionId?: string | undefined;
  /** Shared with other writers, so that they know the key too. */
  readonly redactor?: Redactor | undefined;
  /** Practice: no error mentions a charge. */
  readonly isFree?: boolean | undefined;
  /** Environment with proxies; default: the process's own. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Replaceable in tests. */
  readonly clock?: Partial<ClientClock> | undefined;
  /** Resolves names in answers; default: the system's. */
  readonly lookup?: LookupFunction | undefined;
}

export interface CallOptions {
  /** Closes the socket; the call rejects with AppError `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
  /** Whether the call may be repeated by the rules of `retry-policy.ts`; default: GETs only. */
  readonly retry?: boolean | undefined;
  readonly jobId?: string | undefined;
  onRetry?(notice: RetryNotice): void;
}

export interface CallDescription {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly group: CallGroup;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: ByteSource | undefined;
  /** A key to try instead of the connection's. */
  readonly key?: string | undefined;
  /** Whether the call may be charged; default: POSTs. */
  readonly mayCost?: boolean | undefined;
}

export type ServiceCalls = ReturnType<typeof createServiceCalls>;

/** Time limit of a query until its answer, ms; only work on pictures takes longer. */
const GET_ANSWER_TIMEOUT = 30_000;
/** Time limit of a query's whole answer, ms. */
const GET_WHOLE_TIMEOUT = 5 * 60_000;

/** @throws AppError `invalid-input` if the address or key is unusable */
export function createServiceCalls(connection: ServiceConnection, options: ServiceClientOptions) {
  const redactor = options.redactor ?? createRedactor();
  registerSecrets(redactor, connection);
  // Both groups are tried now, to report a bad address before the first call.
  endpointOf(connection, '/', 'media');
  endpointOf(connection, '/', 'language');
  const chatPath = chatPathOf(connection);
  const environment = options.environment ?? process.env;
  const agents = createAgents(environment);
  const timeouts = () => ({ ...DEFAULT_TIMEOUTS, ...options.limits?.(), ...options.timeouts });
  const clock = { ...SYSTEM_CLOCK, ...options.clock };
  const skew = createServiceSkew(clock.now);
  const log = (line: string) => options.log?.(redactor.redact(line));
  /** The service has accepted the key. */
  let isKeyGood = false;
  /** Requests to storage, without the key. */
  const storage = createStorageCalls({
    reach: reachOf(normaliseBaseUrl(connection.baseUrl)),
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    redactor,
    clock,
    environment,
    lookup: options.lookup,
    log,
    onCall: options.onCall,
    connectionId: options.connectionId,
    isFree: options.isFree === true,
  });

  function endpoint(description: CallDescription) {
    const keyed =
      description.key === undefined ? connection : { ...connection, key: description.key };
    const { url, headers } = endpointOf(keyed, description.path, description.group);
    for (const [name, value] of Object.entries(description.query ?? {}))
      url.searchParams.set(name, value);
    return {
      url,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Gesso' },
    };
  }

  function meterOf(description: CallDescription, { jobId }: CallOptions): CallMeter {
    const { method, path, body, mayCost = method === 'POST' } = description;
    return createCallMeter(() => {
      const { url, headers } = endpoint(description);
      const gatewayHeader = connection.gateway?.headerName.trim().toLowerCase();
      return {
        operation: operationOf(path, chatPath),
        method,
        // SECURITY: S21 S22 an address without its query, and without a key that was typed into it
        address: redactor.redact(`${url.origin}${url.pathname}`),
        connectionId: options.connectionId,
        isFree: options.isFree === true,
        jobId,
        mayCost,
        request: {
          query: queryOutline(url.searchParams),
          headers: requestHeaderOutline(headers, gatewayHeader),
          ...(body?.outline === undefined ? {} : { body: body.outline }),
        },
      };
    }, options.onCall);
  }

  async function attempt<T>(
    description: CallDescription,
    callOptions: CallOptions,
    meter: CallMeter,
    read: (answer: CallAnswer) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    const { url, headers } = endpoint(description);
    const tryMeter = meter.begin();
    const { mayCost = description.method === 'POST' } = description;
    const context = { method: description.method, url, mayCost, isFree: options.isFree };
    let outcome = '';
    let answer: CallAnswer | undefined;
    try {
      const response = await exchange({
        context,
        headers,
        body: description.body,
        agents,
        timeouts: timeoutsFor(description, timeouts()),
        signal: callOptions.signal,
        onPhase(phase) {
          tryMeter.phase(phase);
          callOptions.onPhase?.(phase);
        },
      });
      outcome = String(response.status);
      tryMeter.answered(response);
      skew.note(response.header);
      const isOwnKey = description.key === undefined;
      const call = failedCallOf(description.path, mayCost, isOwnKey && isKeyGood);
      answer = { context, call, response, redactor, notes: tryMeter };
      await requireSuccess(answer);
      const result = await read(answer);
      // Some services list models without a key.
      if (isOwnKey && description.path !== MODELS_PATH) isKeyGood = true;
      return result;
    } catch (error) {
      const appError = errorOfReading(toAppError(error), answer);
      outcome += ` ${appError.kind}`;
      tryMeter.failed(appError);
      throw appError;
    } finally {
      tryMeter.end();
      const milliseconds = Math.round(performance.now() - started);
      log(`service: ${description.method} ${url.pathname} ${outcome.trim()} in ${milliseconds} ms`);
    }
  }

  return {
    clock,
    skew,
    timeouts,
    storage,
    /** Requires a 2xx status. Repeats only by `retry-policy.ts`. @throws AppError */
    async call<T>(
      description: CallDescription,
      callOptions: CallOptions,
      read: (answer: CallAnswer) => Promise<T>,
    ): Promise<T> {
      const { method } = description;
      const { retry = method === 'GET', signal } = callOptions;
      const startedAt = clock.now();
      const meter = meterOf(description, callOptions);
      const once = () => attempt(description, callOptions, meter, read);
      try {
        if (!retry) return await once();
        return await withRetries(once, {
          method,
          clock,
          signal,
          onRetry: (notice) => callOptions.onRetry?.(notice),
        });
      } finally {
        meter.end({ startedAt });
      }
    },
    close(): void {
      agents.close();
      storage.close();
    },
    retire(): void {
      agents.retire();
      storage.retire();
    },
  };
}

/** An unexpected answer (such as endless nesting) counts as unusable: the call was made. */
function errorOfReading(error: AppError, answer: CallAnswer | undefined): AppError {
  if (error.kind !== 'unexpected' || answer === undefined) return error;
  const unusable = unusableAnswer(answer, '', 'Gesso can’t read it');
  const data = unusable.toData();
  return AppError.of(
    { ...data, details: { ...error.details, ...data.details } },
    { cause: error.cause },
  );
}

function timeoutsFor({ method, group }: CallDescription, timeouts: CallTimeouts): CallTimeouts {
  const { answer, whole, idle, silence } = timeouts;
  if (method === 'POST') {
    // A silently reasoning model has the time that the user allows.
    return group === 'language' ? { ...timeouts, idle: Math.max(idle, silence) } : timeouts;
  }
  return {
    ...timeouts,
    answer: Math.min(answer, GET_ANSWER_TIMEOUT),
    whole: Math.min(whole, GET_WHOLE_TIMEOUT),
  };
}

function registerSecrets(redactor: Redactor, { key, gateway }: ServiceConnection): void {
  redactor.register(normaliseKey(key));
  if (gateway === undefined) return;
  redactor.register(gateway.headerValue);
  redactor.register(gateway.headerValue.replace(/^bearer\s+/iu, ''));
  // Values like "true" are no secrets, and occur in every other line.
  const further = Object.values(gateway.extraHeaders ?? {}).filter((value) => value.length >= 12);
  for (const value of further) redactor.register(value);
}
