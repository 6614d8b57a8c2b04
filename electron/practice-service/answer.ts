export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Refusal {
  /** HTTP status, repeated as `code` in the body. */
  readonly status: number;
  /** Stable upper-case name, such as `INVALID_REQUEST_BODY`. */
  readonly reason: string;
  readonly message: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Thrown anywhere while a request is handled; becomes the answer. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Thrown when nobody is left to answer: the client went away, or a fault ends the connection. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded';
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

export function refused(
  status: number,
  reason: string,
  message: string,
  metadata?: Readonly<Record<string, string>>,
): ServiceError {
  return new ServiceError({ status, reason, message, ...(metadata && { metadata }) });
}

export function invalidBody(message: string): ServiceError {
  return refused(400, 'INVALID_REQUEST_BODY', message);
}

/** "Legacy envelope" of the specification; code 0 and no message means success. */
export function envelope(data: object, code = 0, msg = ''): Answer {
  return jsonAnswer({ code, msg, data });
}

const LEGACY_CODES: Readonly<Record<string, number>> = {
  INVALID_REQUEST_BODY: 1,
  MODEL_NOT_FOUND: 2,
  TASK_NOT_FOUND: 3,
  MISSING_API_KEY: 4,
  INVALID_API_KEY: 4,
  RATE_LIMIT_EXCEEDED: 5,
  PARAM_OUT_OF_RANGE: 6,
  IMAGE_FILE_EXCEEDS_MAX_SIZE: 6,
  IMAGE_EXCEEDS_MAX_RESOLUTION: 6,
  BILLING_BALANCE_NOT_ENOUGH: 7,
  INVALID_IMAGE_FORMAT: 10,
};
const INTERNAL_ERROR = -1;
const OUTSIDE: ReadonlySet<number> = new Set([403, 404, 405]);

/** Returns `{code, reason, message, metadata}`, or the envelope below `/v2/`. */
export function refusalAnswer(path: string, error: unknown): Answer {
  const { status, reason, message, metadata = {} } = refusalOf(error);
  const code = LEGACY_CODES[reason];
  if (path.startsWith('/v2/') && (code !== undefined || !OUTSIDE.has(status))) {
    return envelope({}, code ?? INTERNAL_ERROR, message);
  }
  const answer = jsonAnswer({ code: status, reason, message, metadata }, status);
  return metadata['allow'] === undefined
    ? answer
    : { ...answer, headers: { allow: metadata['allow'] } };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof ServiceError) return error.refusal;
  return {
    status: 500,
    reason: 'SERVICE_NOT_AVAILABLE',
    message: 'The practice service met an error of its own.',
    metadata: { detail: String(error) },
  };
}
