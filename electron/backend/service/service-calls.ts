/** The base of every operation: one call with its credentials, its errors and its line in the log. */
import type { LookupFunction } from 'node:net';
import { failedCallOf } from '../../../shared/api/errors.ts';
import { MODELS_PATH } from '../../../shared/api/models.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
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
import { answerOf, requireSuccess, type CallAnswer } from './http/answer-reading.ts';
import type { ByteSource } from './http/byte-source.ts';
import { DEFAULT_TIMEOUTS, exchange, type CallPhase, type CallTimeouts } from './http/exchange.ts';
import { unusableAnswer } from './http/response-errors.ts';
import { createServiceSkew, type ServiceSkew } from './http/service-date.ts';
import { operationOf } from './operation-of.ts';
import { requestHeaderOutline } from './outline/header-outline.ts';
import { queryOutline } from './outline/outline.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import { reachOf } from './storage/reachable.ts';
import { createStorageCalls, type StorageCalls } from './storage/storage-calls.ts';
import { SYSTEM_CLOCK, withRetries, type ClientClock, type RetryNotice } from './retry-policy.ts';

/** Settings of a client that do not come from the user. */
export interface ServiceClientOptions {
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  /** The user's limits of time, asked for at the beginning of each call; `timeouts` comes before them. */
  readonly limits?: (() => Partial<CallTimeouts>) | undefined;
  /** Receives one redacted line for each attempt. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives each call that is over, for the account of calls. Must not throw. */
  readonly onCall?: ((record: CallRecord) => void) | undefined;
  /** The connection's id in that account. */
  readonly connectionId?: string | undefined;
  /** Shared with other writers of text, so that they know the key too. */
  readonly redactor?: Redactor | undefined;
  /** True for practice: no error speaks of a charge. */
  readonly isFree?: boolean | undefined;
  /** The environment with the proxies; the process's own unless given. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
  /** Time and chance; the computer's own unless given. */
  readonly clock?: Partial<ClientClock> | undefined;
  /** Finds addresses of names that answers name; the system's own unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** Options of every operation. */
export interface CallOptions {
  /** Aborting closes the socket; the call rejects with AppError `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
  /**
   * True when the call may be repeated automatically, by the rules of `retry-policy.ts`; without it GETs
   * are and POSTs are not.
   */
  readonly retry?: boolean | undefined;
  /** The job that it is made for. */
  readonly jobId?: string | undefined;
  /** Called before each further attempt. */
  onRetry?(notice: RetryNotice): void;
}

/** One request. */
export interface CallDescription {
  readonly method: 'GET' | 'POST';
  /** Below the base URL. */
  readonly path: string;
  readonly group: CallGroup;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: ByteSource | undefined;
  /** Another key than the connection's, to try it. */
  readonly key?: string | undefined;
  /** True when the call may be charged; a POST counts as such, unless this says otherwise. */
  readonly mayCost?: boolean | undefined;
}

/** Makes calls over one connection. */
export interface ServiceCalls {
  /** Time and chance. */
  readonly clock: ClientClock;
  /** How far the service's clock is ahead of this computer's. */
  readonly skew: Pick<ServiceSkew, 'milliseconds'>;
  /** The limits of a call that begins now. */
  readonly timeouts: () => CallTimeouts;
  /** The way to results, which does not carry the key. */
  readonly storage: StorageCalls;
  /**
   * Sends, requires a 2xx status, and hands the answer to `read`. Repeated only as
   * `retry-policy.ts` says.
   *
   * @throws AppError, see `ServiceClient`
   */
  call<T>(
    description: CallDescription,
    options: CallOptions,
    read: (answer: CallAnswer) => Promise<T>,
  ): Promise<T>;
  /** Closes kept sockets. Calls on their way are not touched. */
  close(): void;
}

/** A question is answered from a table; only work on pictures takes longer. Milliseconds. */
const GET_ANSWER_TIMEOUT = 30_000;
/** All of such an answer, milliseconds. */
const GET_WHOLE_TIMEOUT = 5 * 60_000;

/** @throws AppError `invalid-input` when the address or the key cannot be used */
export function createServiceCalls(
  connection: ServiceConnection,
  options: ServiceClientOptions,
): ServiceCalls {
  const redactor = options.redactor ?? createRedactor();
  registerSecrets(redactor, connection);
  // Both ways are tried out now, so that a bad address is reported before the first call.
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
    const notes = meter.begin();
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
          notes.phase(phase);
          callOptions.onPhase?.(phase);
        },
      });
      outcome = String(response.status);
      notes.answered(response);
      skew.note(response.header);
      const isOwnKey = description.key === undefined;
      const call = failedCallOf(description.path, mayCost, isOwnKey && isKeyGood);
      answer = { context, call, response, redactor, notes };
      await requireSuccess(answer);
      const result = await read(answer);
      // some services list models without a key
      if (isOwnKey && description.path !== MODELS_PATH) isKeyGood = true;
      return result;
    } catch (error) {
      const appError = errorOfReading(toAppError(error), answer);
      outcome += ` ${appError.kind}`;
      notes.failed(appError);
      throw appError;
    } finally {
      notes.end();
      const milliseconds = Math.round(performance.now() - started);
      log(`service: ${description.method} ${url.pathname} ${outcome.trim()} in ${milliseconds} ms`);
    }
  }

  return {
    clock,
    skew,
    timeouts,
    storage,
    async call(description, callOptions, read) {
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
    close() {
      agents.close();
      storage.close();
    },
  };
}

/** An unforeseen answer (nested without end, say) counts as unusable: the call was made. */
function errorOfReading(error: AppError, answer: CallAnswer | undefined): AppError {
  if (error.kind !== 'unexpected' || answer === undefined) return error;
  const unusable = unusableAnswer(answerOf(answer, ''), 'Gesso can’t read it', answer.redactor);
  const data = unusable.toData();
  return new AppError(
    { ...data, details: { ...error.details, ...data.details } },
    { cause: error.cause },
  );
}

function timeoutsFor({ method, group }: CallDescription, timeouts: CallTimeouts): CallTimeouts {
  const { answer, whole, idle, silence } = timeouts;
  if (method === 'POST') {
    // a model that thinks in silence has the time that the user gives it
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
  // Switches like "true" are no secrets, and would be found in every other line.
  const further = Object.values(gateway.extraHeaders ?? {}).filter((value) => value.length >= 12);
  for (const value of further) redactor.register(value);
}
