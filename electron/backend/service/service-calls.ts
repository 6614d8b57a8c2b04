/** What every operation is made of: one call with its credentials, its errors and its line in the log. */
import { toAppError } from '../../../shared/errors/app-error.ts';
import { createAgents } from './http/agents.ts';
import { requireSuccess, type CallAnswer } from './http/answer-reading.ts';
import type { ByteSource } from './http/byte-source.ts';
import { endpointOf, normaliseKey, type CallGroup, type ServiceConnection } from './connection.ts';
import { DEFAULT_TIMEOUTS, exchange, type CallPhase, type CallTimeouts } from './http/exchange.ts';
import { createRedactor, type Redactor } from './redaction.ts';

/** Settings of a client that do not come from the user. */
export interface ServiceClientOptions {
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  /** Receives one redacted line for each call. */
  readonly log?: ((line: string) => void) | undefined;
  /** Shared with other writers of text, so that they know the key too. */
  readonly redactor?: Redactor | undefined;
  /** Where proxies are looked up; the process's own environment unless given. */
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/** What every operation accepts. */
export interface CallOptions {
  /** Aborting closes the socket; the call rejects with AppError `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  onPhase?(phase: CallPhase): void;
  /**
   * Whether the call may be repeated by itself, by the rules of `retry-policy.ts`; without it GETs
   * are and POSTs are not.
   */
  readonly retry?: boolean | undefined;
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
}

/** Makes calls over one connection. */
export interface ServiceCalls {
  /**
   * Sends, requires a 2xx status, and hands the answer to `read`. Never repeats anything.
   *
   * @throws AppError, see `ServiceClient`
   */
  call<T>(
    what: CallDescription,
    options: CallOptions,
    read: (answer: CallAnswer) => Promise<T>,
  ): Promise<T>;
  /** Closes kept sockets. Calls on their way are not touched. */
  close(): void;
}

/** @throws AppError `invalid-input` when the address or the key cannot be used */
export function createServiceCalls(
  connection: ServiceConnection,
  options: ServiceClientOptions,
): ServiceCalls {
  const redactor = options.redactor ?? createRedactor();
  registerSecrets(redactor, connection);
  // Both ways are tried out now, so that a bad address is told before anything is asked of it.
  endpointOf(connection, '/', 'media');
  endpointOf(connection, '/', 'language');
  const agents = createAgents(options.environment ?? process.env);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };

  async function call<T>(
    what: CallDescription,
    callOptions: CallOptions,
    read: (answer: CallAnswer) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    const keyed = what.key === undefined ? connection : { ...connection, key: what.key };
    const { url, headers } = endpointOf(keyed, what.path, what.group);
    for (const [name, value] of Object.entries(what.query ?? {})) url.searchParams.set(name, value);
    let outcome = '';
    try {
      const response = await exchange({
        method: what.method,
        url,
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Gesso' },
        body: what.body,
        agents,
        timeouts,
        signal: callOptions.signal,
        onPhase: (phase) => callOptions.onPhase?.(phase),
      });
      outcome = String(response.status);
      const answer = { context: { method: what.method, url }, response, redactor };
      await requireSuccess(answer);
      return await read(answer);
    } catch (error) {
      const appError = toAppError(error);
      outcome += ` ${appError.kind}`;
      throw appError;
    } finally {
      const milliseconds = Math.round(performance.now() - started);
      const line = `service: ${what.method} ${url.pathname} ${outcome.trim()} in ${milliseconds} ms`;
      options.log?.(redactor.redact(line));
    }
  }

  return { call, close: () => agents.close() };
}

function registerSecrets(redactor: Redactor, { key, gateway }: ServiceConnection): void {
  redactor.register(normaliseKey(key));
  if (gateway === undefined) return;
  redactor.register(gateway.headerValue);
  redactor.register(gateway.headerValue.replace(/^bearer\s+/iu, ''));
}
