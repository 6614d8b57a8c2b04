/**
 * The one error that crosses layers: a sentence for the user, a stable `kind` for the program and,
 * where there is one, a way out. Everything thrown on purpose is an `AppError`; anything else that
 * reaches a boundary is turned into `kind: 'unexpected'` by {@link toAppError}.
 */

/** Every kind of error, by its place: input, connection, machine, program. Never renamed: the renderer and stored jobs rely on them. */
export const APP_ERROR_KINDS = [
  // the user's input
  'invalid-input', // something typed or chosen cannot be used
  'unsupported-file', // not a picture that Gesso reads
  'damaged-file', // a picture, but its data is broken
  'too-large', // over a limit of Gesso or of the service
  'empty-mask', // nothing was painted
  'over-budget', // a paid call would go over a budget that asks first
  // the connection
  'no-connection', // no account and no practice service chosen
  'key-missing', // the connection has no key in the keychain
  'key-rejected', // the service does not accept the key
  'unreachable', // refused, no such host, no network: nothing was sent
  'not-the-service', // something answered that is not the service (HTML, wrong path)
  'rate-limited', // 429
  'not-permitted', // the key is good, but it may not use this function
  'no-credit', // the account's balance is used up
  'rejected', // the service refused the request (400 …)
  'service-failed', // 5xx with an answer
  'outcome-unknown', // the request left, no answer came: may have been charged
  'expired', // the address of a stored result or upload is no longer valid
  'bad-answer', // an answer that cannot be used
  'interrupted', // a stream that ended too early; its text so far is kept
  // the machine
  'disk-full',
  'storage', // reading or writing the data folder failed
  'in-use', // another Gesso uses the data folder
  'database-newer', // the library was written by a newer Gesso
  'database-older', // … or by one before 1.0.0
  'tool-unavailable', // a part of Gesso that works in a thread of its own cannot start, or has ended
  'keychain', // the keychain is locked, denied or not there
  // the program
  'not-found', // an id that does not exist, or no longer
  'cancelled', // the user stopped it
  'unexpected',
] as const;

export type AppErrorKind = (typeof APP_ERROR_KINDS)[number];

/** A way out that the renderer can offer as a button. */
export const APP_ERROR_ACTIONS = [
  'retry',
  'open-settings',
  'choose-other-file',
  'use-practice',
  'save-first',
] as const;
export type AppErrorAction = (typeof APP_ERROR_ACTIONS)[number];

/** An error as plain data: stored with a job, and sent to the renderer. */
export interface AppErrorData {
  readonly kind: AppErrorKind;
  /** One or two sentences in plain words, in sentence case, without secrets. */
  readonly message: string;
  readonly action?: AppErrorAction | undefined;
  /** Shown under "Details": status, reason, code, task id, excerpt of the body … already redacted. */
  readonly details?: Readonly<Record<string, string | number>> | undefined;
}

/** See {@link AppErrorData}. `cause` stays inside the process and is never shown. */
export class AppError extends Error {
  readonly kind: AppErrorKind;
  readonly action: AppErrorAction | undefined;
  readonly details: Readonly<Record<string, string | number>> | undefined;

  constructor(data: AppErrorData, options?: { cause?: unknown }) {
    super(data.message, options);
    this.name = 'AppError';
    this.kind = data.kind;
    this.action = data.action;
    this.details = data.details;
  }

  /** The error as plain data, for storing and sending. */
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
 * Any thrown value as an `AppError`: itself when it is one, `cancelled` for an aborted operation,
 * `disk-full` for ENOSPC/EDQUOT and SQLite's "full", `storage` for a database that cannot be read or
 * written, otherwise `unexpected` with the original message under details.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = errorCode(thrown);
  if (isAbort(thrown)) return cancelled({ cause: thrown });
  const sqlite = code === 'ERR_SQLITE_ERROR' ? sqliteResult(thrown) : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === SQLITE.full) {
    return new AppError(
      {
        kind: 'disk-full',
        message: 'The disk is full. Nothing was lost. Free some space and try again.',
        action: 'retry',
      },
      { cause: thrown },
    );
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (sqlite !== undefined && SQLITE.cannotStore.includes(sqlite)) {
    return new AppError(
      {
        kind: 'storage',
        message:
          'Gesso can’t read or write its library right now. Check the data folder and try again.',
        action: 'retry',
        details: { error: text.slice(0, 2000), code: `SQLite ${sqlite}` },
      },
      { cause: thrown },
    );
  }
  return new AppError(
    {
      kind: 'unexpected',
      message: 'Something went wrong in Gesso. Try again.',
      details: { error: text.slice(0, 2000), ...(code === undefined ? {} : { code }) },
    },
    { cause: thrown },
  );
}

/** For the end of an exhaustive `switch`. Throws when a value got past the types. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); extended ones keep it in the low byte. */
const SQLITE = {
  full: 13,
  /** BUSY, LOCKED, READONLY, IOERR, CORRUPT, CANTOPEN, NOTADB. */
  cannotStore: [5, 6, 8, 10, 11, 14, 26] as readonly number[],
} as const;

/** `errcode` of an error that `node:sqlite` throws. */
function sqliteResult(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return undefined;
  return typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : undefined;
}

function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** The user, or something newer, has stopped it. */
export function cancelled(options?: { cause?: unknown }): AppError {
  return new AppError({ kind: 'cancelled', message: 'Stopped.' }, options);
}
