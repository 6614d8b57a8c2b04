import { AppError } from '../../../../../shared/errors/app-error.ts';

export interface CallContext {
  readonly method: HttpMethod;
  readonly url: URL;
  /** The request may start work that costs money. */
  readonly mayCost: boolean;
  /** Practice: no message mentions a charge. */
  readonly isFree?: boolean | undefined;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT';

/** From `sending` on, bytes may have reached the other side. */
export interface CallProgress {
  readonly stage: 'connecting' | 'sending' | 'waiting' | 'receiving';
  /** Bytes of the body that the operating system accepted. */
  readonly sentBytes: number;
}

/** Repeating it cannot be charged twice. */
export function wasNeverSent(error: AppError): boolean {
  return error.details?.['request'] === 'not sent';
}

const UNREACHABLE_SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) =>
    `Nothing answers at ${host}. Check the address and that the service is running.`,
  ENOTFOUND: (host) => `Gesso can’t find ${host}. Check the address and your network.`,
  EAI_AGAIN: (host) => `Gesso can’t look up ${host} right now. Check your network.`,
  EHOSTUNREACH: (host) => `This computer can’t reach ${host}. Check your network.`,
  ENETUNREACH: () => 'This computer is offline. Check your network.',
  ECONNRESET: (host) => `${host} closed the connection before anything was sent. Try again.`,
  ERR_PROXY_TUNNEL: (host) =>
    `The proxy of this computer (HTTPS_PROXY) blocks calls to ${host}, or asks for a sign-in. Check its settings.`,
  ETIMEDOUT: (host) => `${host} does not answer. Check your network.`,
};

/** Passes on an AppError of a body's source. */
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
      ? `Gesso can’t make a secure connection to ${host}: its certificate or security settings are not valid.`
      : (UNREACHABLE_SENTENCES[code]?.(host) ??
        `Gesso can’t reach ${host}. Check the address and your network.`);
    return unreachable(sentence, details, cause);
  }
  if (code.startsWith('HPE_')) {
    return new AppError(
      'not-the-service',
      `The answer of ${host} is not valid HTTP. Check the service address.`,
      { action: 'open-settings', details, cause },
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

/** For an unreadable body: the request is incomplete and cannot have been run. */
export function sourceError(
  context: CallContext,
  progress: CallProgress,
  cause: unknown,
): AppError {
  const code = codeOf(cause);
  const details = detailsOf(context, progress);
  if (cause instanceof AppError) {
    const { kind, message, action } = cause;
    return new AppError(kind, message, {
      action,
      details: { ...cause.details, ...details },
      cause,
    });
  }
  return new AppError(
    'storage',
    'Gesso could not read the file in its data folder while sending it. Run it again.',
    { action: 'retry', details: { ...details, ...(code === '' ? {} : { error: code }) }, cause },
  );
}

/** Prefix of `details.error` for exceeded time limits. */
const TIME_OUT = 'time-out';
const CHANGE_IT = 'You can change this limit in Settings.';

export function timeoutError(
  context: CallContext,
  progress: CallProgress,
  limit: 'connect' | 'send' | 'answer' | 'receive' | 'whole',
  milliseconds: number,
): AppError {
  const { host } = context.url;
  const seconds = Math.round(milliseconds / 100) / 10;
  const details = { ...detailsOf(context, progress), error: `${TIME_OUT} (${limit})`, seconds };
  switch (limit) {
    case 'connect':
      return unreachable(
        `${host} did not accept a connection within ${seconds} seconds. Check the address and your network.`,
        details,
      );
    case 'send':
      return lost(context, progress, `Sending to ${host} stalled for ${seconds} seconds.`, details);
    case 'answer':
      return lost(
        context,
        progress,
        `${host} gave no answer within ${seconds} seconds.${isOfSettings(context) ? ` ${CHANGE_IT}` : ''}`,
        details,
      );
    case 'receive':
      return lost(
        context,
        progress,
        `The answer of ${host} stalled for ${seconds} seconds.`,
        details,
      );
    case 'whole':
      return lost(
        context,
        progress,
        `The answer of ${host} was not complete after ${inWords(seconds)}.${isOfSettings(context) ? ` ${CHANGE_IT}` : ''}`,
        details,
      );
  }
}

/** Leaves out the call's outcome. @returns `undefined` for other errors */
export function timeLimitOf({ details }: AppError): string | undefined {
  const seconds = details?.['seconds'];
  if (typeof seconds !== 'number' || !String(details?.['error']).startsWith(TIME_OUT))
    return undefined;
  return details?.['error'] === `${TIME_OUT} (whole)`
    ? `The answer was not complete after ${inWords(seconds)}. ${CHANGE_IT}`
    : `The answer stalled for ${inWords(seconds)}.`;
}

/** POSTs have the limits of Settings, others fixed ones. */
function isOfSettings({ method }: CallContext): boolean {
  return method === 'POST';
}

function inWords(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}

export function cancelledError(context: CallContext, progress: CallProgress): AppError {
  return new AppError('cancelled', stoppedSentence(context, progress), {
    details: detailsOf(context, progress),
  });
}

function stoppedSentence(context: CallContext, { stage }: CallProgress): string {
  if (stage === 'connecting') return 'Stopped. Nothing was sent.';
  return mayBeCharged(context)
    ? 'Stopped. The call was sent and may have been charged.'
    : 'Stopped.';
}

export function mayBeCharged({ mayCost, isFree = false }: CallContext): boolean {
  return mayCost && !isFree;
}

function unreachable(
  message: string,
  details: Readonly<Record<string, string | number>>,
  cause?: unknown,
): AppError {
  return new AppError('unreachable', message, { action: 'retry', details, cause });
}

const LOSSES = {
  connecting: {
    kind: 'outcome-unknown',
    charged: 'The call may have been charged.',
    free: 'Run it again.',
  },
  sending: {
    kind: 'outcome-unknown',
    charged: 'The call was not fully sent, so it was probably not charged.',
    free: 'The call was not fully sent. Run it again.',
  },
  waiting: {
    kind: 'outcome-unknown',
    charged: 'The service may have finished the work and charged for it.',
    free: 'Run it again.',
  },
  receiving: {
    kind: 'bad-answer',
    charged: 'The work was probably done and charged, but its result is lost.',
    free: 'The result is lost. Run it again.',
  },
} as const;

/** Sent without a usable answer. */
function lost(
  context: CallContext,
  progress: CallProgress,
  event: string,
  details: Readonly<Record<string, string | number>>,
  cause?: unknown,
): AppError {
  if (!context.mayCost) {
    return unreachable(`${event} Try again in a moment.`, details, cause);
  }
  const { kind, charged, free } = LOSSES[progress.stage];
  return new AppError(kind, `${event} ${mayBeCharged(context) ? charged : free}`, {
    action: 'retry',
    details: { ...details, outcome: 'unknown' },
    cause,
  });
}

function during(progress: CallProgress): string {
  switch (progress.stage) {
    case 'sending':
      return 'while Gesso was sending';
    case 'receiving':
      return 'in the middle of the answer';
    default:
      return 'before the answer';
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
  // Several addresses were tried (AggregateError): the first failure counts.
  if ('errors' in cause && Array.isArray(cause.errors)) return codeOf(cause.errors[0]);
  return '';
}
