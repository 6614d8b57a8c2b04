/** The only error type that crosses layers; {@link toAppError} makes anything else one. */

/** Never renamed, because the renderer and stored jobs rely on them. */
export const APP_ERROR_KINDS = [
  // the user's input
  'invalid-input', // the input cannot be used
  'unsupported-file', // not a picture format that Gesso reads
  'damaged-file', // a picture with broken data
  'too-large', // over a limit of Gesso or the service
  'empty-mask', // nothing was painted
  'over-budget', // the call would exceed a budget that asks first
  // the connection
  'no-connection', // neither an account nor practice is active
  'key-missing', // the connection has no key in the keychain
  'key-rejected', // the service does not accept the key
  'unreachable', // refused, unknown host, no network: nothing was sent
  'not-the-service', // something else answered (HTML, wrong path)
  'rate-limited', // 429
  'not-permitted', // the key is valid but may not do this
  'no-credit', // the account's balance is used up
  'rejected', // the service refused the request (400 …)
  'service-failed', // 5xx with an answer
  'outcome-unknown', // sent without an answer: may have been charged
  'expired', // the address of a result or upload has expired
  'bad-answer', // the answer cannot be used
  'interrupted', // the stream ended early; its text is kept
  // the machine
  'disk-full',
  'storage', // reading or writing the data folder failed
  'in-use', // another Gesso uses the data folder
  'database-newer', // the library was written by a newer Gesso
  'database-older', // … or by one before 1.0.0
  'tool-unavailable', // a component in its own thread cannot start, or crashed
  'keychain', // the keychain is locked, denied or missing
  // the program
  'not-found', // an id that does not exist, or no longer does
  'cancelled', // the user stopped it
  'unexpected',
] as const;

export type AppErrorKind = (typeof APP_ERROR_KINDS)[number];

/** Errors that would affect every further call, so the run pauses. */
export const CONCERNS_ALL: ReadonlySet<AppErrorKind> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'unreachable',
  'not-the-service',
  'not-permitted',
  'no-credit',
  'rate-limited', // Ends a job only if the service refuses calls for a long time.
  'disk-full',
  'keychain',
]);

export const APP_ERROR_ACTIONS = [
  'retry',
  'open-settings',
  'choose-other-file',
  'use-practice',
  'save-first',
] as const;
export type AppErrorAction = (typeof APP_ERROR_ACTIONS)[number];

/** Plain data: stored with a job, and sent to the renderer. */
export interface AppErrorData {
  readonly kind: AppErrorKind;
  /** One or two sentences without secrets. */
  readonly message: string;
  readonly action?: AppErrorAction | undefined;
  /** Shown under "Details", already redacted. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
}

/** `cause` stays inside the process and is never shown. */
export class AppError extends Error {
  readonly kind: AppErrorKind;
  readonly action: AppErrorAction | undefined;
  readonly details: Readonly<Record<string, string | number>> | undefined;

  constructor(
    kind: AppErrorKind,
    message: string,
    options: Pick<AppErrorData, 'action' | 'details'> & { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.kind = kind;
    this.action = options.action;
    this.details = options.details;
  }

  static of(data: AppErrorData, options?: { cause?: unknown }): AppError {
    return new AppError(data.kind, data.message, { ...data, ...options });
  }

  toData(): AppErrorData {
    return {
      kind: this.kind,
      message: this.message,
      ...(this.action === undefined ? {} : { action: this.action }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

/**
 * Returns `cancelled` for an aborted operation, `disk-full` for ENOSPC/EDQUOT and SQLite's "full",
 * `storage` for an unusable database, otherwise `unexpected`.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = errorCode(thrown);
  if (isAbort(thrown)) return cancelled({ cause: thrown });
  const sqlite = code === 'ERR_SQLITE_ERROR' ? sqliteResult(thrown) : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === SQLITE.full) {
    return new AppError(
      'disk-full',
      'The disk is full. Nothing was lost. Free some space and try again.',
      { action: 'retry', cause: thrown },
    );
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (sqlite !== undefined && SQLITE.cannotStore.includes(sqlite)) {
    return new AppError(
      'storage',
      'Gesso can’t read or write its library right now. Check the data folder and try again.',
      {
        action: 'retry',
        details: { error: text.slice(0, 2000), code: `SQLite ${sqlite}` },
        cause: thrown,
      },
    );
  }
  return new AppError('unexpected', 'Something went wrong in Gesso. Try again.', {
    details: { error: text.slice(0, 2000), ...(code === undefined ? {} : { code }) },
    cause: thrown,
  });
}

/** Ends an exhaustive `switch`. Throws if a value bypassed the types. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** https://sqlite.org/rescode.html; extended codes keep these in the low byte. */
const SQLITE = {
  full: 13,
  /** BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN, NOTADB. */
  cannotStore: [5, 6, 8, 10, 11, 14, 26] as readonly number[],
} as const;

function sqliteResult(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return undefined;
  return typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : undefined;
}

function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

type Options = ConstructorParameters<typeof AppError>[2];

export function invalidInput(message: string, options?: Options): AppError {
  return new AppError('invalid-input', message, options);
}

export function notFound(message: string, options?: Options): AppError {
  return new AppError('not-found', message, options);
}

export function cancelled(options?: { cause?: unknown }): AppError {
  return new AppError('cancelled', 'Stopped.', options);
}
