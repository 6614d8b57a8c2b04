/** Failures below HTTP as sentences, with the one fact that matters for a paid call: did it leave? */
import { AppError } from '../../../../shared/errors/app-error.ts';

/** Which call. */
export interface CallContext {
  readonly method: HttpMethod;
  readonly url: URL;
  /** Whether work that costs money may be done when the request arrives. */
  readonly mayCost: boolean;
}

/** What is ever sent. */
export type HttpMethod = 'GET' | 'POST' | 'PUT';

/** How far a call got. From `sending` on, bytes may have reached the other side. */
export interface CallProgress {
  readonly stage: 'connecting' | 'sending' | 'waiting' | 'receiving';
  /** Bytes of the body that the operating system took. */
  readonly sentBytes: number;
}

/** True when the call certainly never left this machine, so that repeating it cannot be charged twice. */
export function wasNeverSent(error: AppError): boolean {
  return error.details?.['request'] === 'not sent';
}

const UNREACHABLE_SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) =>
    `Nothing answers at ${host}. Check the address, and whether the service is running.`,
  ENOTFOUND: (host) => `There is no address named ${host}. Check the base URL and the network.`,
  EAI_AGAIN: (host) => `The address ${host} cannot be looked up at the moment. Check the network.`,
  EHOSTUNREACH: (host) => `There is no way to ${host} from this computer. Check the network.`,
  ENETUNREACH: () => 'This computer has no network at the moment.',
  ECONNRESET: (host) => `${host} closed the connection before anything was sent. Try again.`,
  ERR_PROXY_TUNNEL: (host) =>
    `The proxy set up on this computer (HTTPS_PROXY) does not let calls through to ${host}.`,
  ETIMEDOUT: (host) => `${host} does not answer. Check the network.`,
};

/** A system or TLS error during a call. An AppError (from a body's source) is passed on. */
export function networkError(
  context: CallContext,
  progress: CallProgress,
  cause: unknown,
): AppError {
  if (cause instanceof AppError) return cause;
  const code = codeOf(cause);
  const details = { ...detailsOf(context, progress), ...(code === '' ? {} : { error: code }) };
  const { host } = context.url;
  if (progress.stage === 'connecting') {
    const sentence = isTlsCode(code)
      ? `A secure connection to ${host} is not possible: its certificate or TLS settings are not accepted.`
      : (UNREACHABLE_SENTENCES[code]?.(host) ??
        `${host} cannot be reached. Check the address and the network.`);
    return unreachable(sentence, details, cause);
  }
  if (code.startsWith('HPE_')) {
    return new AppError(
      {
        kind: 'not-the-service',
        message: `What answers at ${host} does not speak HTTP properly. Check the base URL.`,
        action: 'open-settings',
        details,
      },
      { cause },
    );
  }
  return lost(
    context,
    progress,
    `The connection to ${host} broke ${during(progress)}.`,
    details,
    cause,
  );
}

/** What was to be sent could not be read. The request is incomplete and cannot have been run. */
export function sourceError(
  context: CallContext,
  progress: CallProgress,
  cause: unknown,
): AppError {
  const code = codeOf(cause);
  const details = detailsOf(context, progress);
  if (cause instanceof AppError) {
    const { kind, message, action } = cause;
    return new AppError(
      { kind, message, action, details: { ...cause.details, ...details } },
      { cause },
    );
  }
  return new AppError(
    {
      kind: 'storage',
      message: 'The picture could not be read from the data folder while it was being sent.',
      action: 'retry',
      details: { ...details, ...(code === '' ? {} : { error: code }) },
    },
    { cause },
  );
}

/** A limit of time ran out. Each has its own sentence. */
export function timeoutError(
  context: CallContext,
  progress: CallProgress,
  what: 'connect' | 'send' | 'answer' | 'receive',
  milliseconds: number,
): AppError {
  const { host } = context.url;
  const seconds = Math.round(milliseconds / 100) / 10;
  const details = { ...detailsOf(context, progress), error: `time-out (${what})`, seconds };
  switch (what) {
    case 'connect':
      return unreachable(
        `${host} did not accept a connection within ${seconds} seconds. Check the address and the network.`,
        details,
      );
    case 'send':
      return lost(
        context,
        progress,
        `Sending to ${host} stood still for ${seconds} seconds.`,
        details,
      );
    case 'answer':
      return lost(context, progress, `${host} gave no answer within ${seconds} seconds.`, details);
    case 'receive':
      return lost(
        context,
        progress,
        `The answer of ${host} stood still for ${seconds} seconds.`,
        details,
      );
  }
}

/** The user stopped the call. */
export function cancelledError(context: CallContext, progress: CallProgress): AppError {
  const sent = progress.stage !== 'connecting' && context.mayCost;
  return new AppError({
    kind: 'cancelled',
    message: sent
      ? 'Stopped. The request had left already, so it may have been charged.'
      : progress.stage === 'connecting'
        ? 'Stopped before anything was sent.'
        : 'Stopped.',
    details: detailsOf(context, progress),
  });
}

function unreachable(
  message: string,
  details: Readonly<Record<string, string | number>>,
  cause?: unknown,
): AppError {
  return new AppError({ kind: 'unreachable', message, action: 'retry', details }, { cause });
}

/** What a paid call that got no complete answer means, by how far it came. */
const LOSSES = {
  connecting: { kind: 'outcome-unknown', consequence: 'It may have been charged.' },
  sending: {
    kind: 'outcome-unknown',
    consequence: 'It was not sent completely, so it was most likely not charged.',
  },
  waiting: {
    kind: 'outcome-unknown',
    consequence: 'The work may have been done and charged all the same.',
  },
  receiving: {
    kind: 'bad-answer',
    consequence: 'The work was done, and probably charged, but its result is lost.',
  },
} as const;

/** The request left and no usable answer came. */
function lost(
  context: CallContext,
  progress: CallProgress,
  what: string,
  details: Readonly<Record<string, string | number>>,
  cause?: unknown,
): AppError {
  const { mayCost } = context;
  const { kind, consequence } = mayCost
    ? LOSSES[progress.stage]
    : ({ kind: 'unreachable', consequence: 'Try again in a moment.' } as const);
  return new AppError(
    {
      kind,
      message: `${what} ${consequence}`,
      action: 'retry',
      details: mayCost ? { ...details, outcome: 'unknown' } : details,
    },
    { cause },
  );
}

function during(progress: CallProgress): string {
  switch (progress.stage) {
    case 'sending':
      return 'while the request was being sent';
    case 'receiving':
      return 'in the middle of the answer';
    default:
      return 'before an answer came';
  }
}

function detailsOf(context: CallContext, progress: CallProgress): Record<string, string | number> {
  const sent = progress.stage !== 'connecting';
  return {
    call: `${context.method} ${context.url.pathname}`,
    request: sent ? 'sent' : 'not sent',
    ...(sent && context.method !== 'GET' ? { sentBytes: progress.sentBytes } : {}),
  };
}

/** A code of a handshake or a certificate: another attempt ends the same way. */
export function isTlsCode(code: string): boolean {
  return (
    /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/u.test(
      code,
    ) || code === 'EPROTO'
  );
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return '';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  // Several addresses were tried (AggregateError): the first failure says it.
  if ('errors' in cause && Array.isArray(cause.errors)) return codeOf(cause.errors[0]);
  return '';
}
