/** Every way in which a call can end without its answer. */

/** A refusal as the service words it: HTTP status, stable reason, sentence, and loose details. */
export interface Refusal {
  /** HTTP status, repeated as `code` in the body. */
  readonly status: number;
  /** Stable upper-case name, such as `INVALID_REQUEST_BODY`. */
  readonly reason: string;
  /** Sentence for a person. */
  readonly message: string;
  /** Details by name; the service sends strings. */
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

/** Thrown when the client went away: there is no one to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('The client closed the connection before the answer was complete.');
  }
}

/** Thrown when a fault ends the connection. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';
}

/** The 400 of a body that breaks the specification. */
export function invalidBody(message: string): ServiceError {
  return refused(400, 'INVALID_REQUEST_BODY', message);
}

/** A refusal by its parts, see `Refusal`. */
export function refused(
  status: number,
  reason: string,
  message: string,
  metadata?: Readonly<Record<string, string>>,
): ServiceError {
  return new ServiceError({ status, reason, message, ...(metadata && { metadata }) });
}

/** The JSON body of a refusal: `{code, reason, message, metadata}`. */
export function refusalBody(refusal: Refusal): string {
  return JSON.stringify({
    code: refusal.status,
    reason: refusal.reason,
    message: refusal.message,
    metadata: refusal.metadata ?? {},
  });
}
