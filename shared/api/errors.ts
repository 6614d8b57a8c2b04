/**
 * Errors of the `/v3` endpoints: what their bodies look like and what each `reason` means to the
 * user. The specification leaves the shape open ("Errors", 3); `{code, reason, message}` is what is
 * seen, other shapes are survived. The reason decides, the status only when the reason is unknown.
 */
import type { AppErrorAction, AppErrorKind } from '../errors/app-error.ts';

/** What an error means: its kind, a sentence, and a way out where there is one. */
export interface ErrorMeaning {
  readonly kind: AppErrorKind;
  readonly message: string;
  readonly action?: AppErrorAction;
}

const KEY_REJECTED: ErrorMeaning = {
  kind: 'key-rejected',
  message: 'The service does not accept the API key. Check it in Settings.',
  action: 'open-settings',
};
const NO_CREDIT: ErrorMeaning = {
  kind: 'no-credit',
  message: "The account's credit is used up. Add credit with the service, then run again.",
  action: 'retry',
};
const TOO_LARGE: ErrorMeaning = {
  kind: 'too-large',
  message: 'The picture is larger than the service accepts. Work on a smaller part of it.',
};
const BAD_PICTURE: ErrorMeaning = {
  kind: 'rejected',
  message: 'The service cannot read the picture it was sent.',
};
const RATE_LIMITED: ErrorMeaning = {
  kind: 'rate-limited',
  message: 'The service asks to slow down: too many calls in a short time. Try again in a moment.',
  action: 'retry',
};
const SERVICE_FAILED: ErrorMeaning = {
  kind: 'service-failed',
  message: 'The service failed while working on this. It may have been charged all the same.',
  action: 'retry',
};
const NO_SUCH_FUNCTION: ErrorMeaning = {
  kind: 'not-the-service',
  message: 'The service does not know this function. Check the base URL of the connection.',
  action: 'open-settings',
};

/** Every reason that is known, and what it means. */
export const REASONS: Readonly<Record<string, ErrorMeaning>> = {
  INVALID_REQUEST_BODY: {
    kind: 'rejected',
    message: 'The service refused the request as malformed. Details say what it objected to.',
  },
  IMAGE_FILE_EXCEEDS_MAX_SIZE: TOO_LARGE,
  IMAGE_EXCEEDS_MAX_RESOLUTION: TOO_LARGE,
  INVALID_IMAGE_FORMAT: BAD_PICTURE,
  INVALID_IMAGE_SIZE: {
    kind: 'rejected',
    message: 'The service does not accept a picture of this size.',
  },
  IMAGE_NO_FACE_DETECTED: {
    kind: 'rejected',
    message: 'The service found no face in the picture. Choose one that shows a face clearly.',
    action: 'choose-other-file',
  },
  ILLEGAL_IMAGE_CONTENT: {
    kind: 'rejected',
    message: "The service's content check refuses this picture.",
    action: 'choose-other-file',
  },
  BILLING_BALANCE_NOT_ENOUGH: NO_CREDIT,
  NOT_ENOUGH_BALANCE: NO_CREDIT,
  BILLING_FAILED: {
    kind: 'no-credit',
    message: "The service could not charge the account. Check the account's billing.",
  },
  BILLING_AUTH_FAILED: {
    kind: 'key-rejected',
    message: "The key may not use the account's billing. Check the key's permissions.",
    action: 'open-settings',
  },
  API_NOT_ALLOWED: {
    kind: 'rejected',
    message: "The API key is not allowed to use this function. Check the key's permissions.",
    action: 'open-settings',
  },
  API_NOT_FOUND: NO_SUCH_FUNCTION,
  INVALID_API_KEY: KEY_REJECTED,
  MISSING_API_KEY: KEY_REJECTED,
  FAILED_TO_AUTH: KEY_REJECTED,
  RATE_LIMIT_EXCEEDED: RATE_LIMITED,
  TOKEN_LIMIT_EXCEEDED: {
    kind: 'rate-limited',
    message: 'The account has used its tokens for this period. Try again in a moment.',
    action: 'retry',
  },
  MODEL_NOT_FOUND: {
    kind: 'rejected',
    message: 'The service does not offer this model (any more). Choose another one.',
  },
  SERVICE_NOT_AVAILABLE: {
    kind: 'service-failed',
    message: 'The service is not available at the moment. Try again later.',
    action: 'retry',
  },
  CREATE_TASK_FAILED: SERVICE_FAILED,
  TASK_NOT_FOUND: { kind: 'not-found', message: 'The service does not know this task (any more).' },
  GET_RESULT_FAILED: {
    kind: 'service-failed',
    message: 'The service could not fetch the result. Try again in a moment.',
    action: 'retry',
  },
  TASK_FAILED: SERVICE_FAILED,
  LIST_BILL_TOO_FAST: RATE_LIMITED,
  INVALID_PRODUCT_CATEGORY: {
    kind: 'rejected',
    message: 'The service does not know this category of bills.',
  },
  INVALID_BILL_CYCLE: {
    kind: 'rejected',
    message: 'The service does not know this billing cycle.',
  },
};

/** An error body, whatever its shape. */
export interface ErrorBody {
  /** `html` and `text` come from something before the service, or from a wrong address. */
  readonly shape: 'json' | 'html' | 'text' | 'empty';
  readonly reason?: string | undefined;
  /** `code` as it was sent, number or string. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/** Reads `{code, reason, message}`, `{error: {message, code}}`, `{error: "…"}`, HTML, plain text or nothing. */
export function parseErrorBody(text: string): ErrorBody {
  const trimmed = text.replace(/^\uFEFF/u, '').trim();
  if (trimmed === '') return { shape: 'empty' };
  if (trimmed.startsWith('<')) return { shape: 'html' };
  try {
    return errorBodyOfJson(JSON.parse(trimmed));
  } catch {
    return { shape: 'text', message: trimmed };
  }
}

/** The same for JSON that is parsed already. */
export function errorBodyOfJson(json: unknown): ErrorBody {
  if (typeof json === 'string') return { shape: 'text', message: json };
  if (!isRecord(json)) return { shape: 'json' };
  const inner = isRecord(json['error']) ? json['error'] : json;
  const flatMessage = typeof json['error'] === 'string' ? json['error'] : undefined;
  return {
    shape: 'json',
    reason: textOf(inner['reason']) ?? textOf(json['reason']) ?? reasonLike(inner['code']),
    code: textOf(inner['code']) ?? textOf(json['code']),
    message: textOf(inner['message']) ?? textOf(inner['msg']) ?? flatMessage,
  };
}

/** True when a body that came with a 2xx status tells of an error. */
export function tellsOfError(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { reason, code } = errorBodyOfJson(json);
  if (json['error'] !== undefined && json['error'] !== null) return true;
  return reason !== undefined || (code !== undefined && code !== '0' && code !== '200');
}

/**
 * What an error answer means.
 *
 * @param status HTTP status, 100–599; a 2xx status is an error that hides in a good answer
 * @param method a failed POST may have been charged, a failed GET not
 */
export function meaningOfError(
  status: number,
  body: ErrorBody,
  method: 'GET' | 'POST',
): ErrorMeaning {
  const byReason = body.reason === undefined ? undefined : REASONS[body.reason];
  if (byReason !== undefined) return byReason;
  const code = Number(body.code);
  const effective = status < 300 && code >= 400 && code <= 599 ? code : status;
  if (effective === 401 || effective === 403) return KEY_REJECTED;
  if (effective === 402) return NO_CREDIT;
  if (effective === 429) return RATE_LIMITED;
  if (effective === 413) return TOO_LARGE;
  if (effective >= 500) return method === 'POST' ? SERVICE_FAILED : failedGet();
  if (effective === 404 || effective === 405) return NO_SUCH_FUNCTION;
  if (body.shape === 'html') return notTheService();
  return { kind: 'rejected', message: refusal(body.message) };
}

function failedGet(): ErrorMeaning {
  return {
    kind: 'service-failed',
    message: 'The service failed to answer. Try again in a moment.',
    action: 'retry',
  };
}

function notTheService(): ErrorMeaning {
  return {
    kind: 'not-the-service',
    message: 'A web page answered instead of the service. Check the base URL of the connection.',
    action: 'open-settings',
  };
}

/** The service's own words when they are short enough to be a sentence. */
function refusal(message: string | undefined): string {
  const words = message?.replace(/\s+/gu, ' ').trim() ?? '';
  if (words === '' || words.length > 200) return 'The service refused the request.';
  return `The service refused the request: ${words}${/[.!?]$/u.test(words) ? '' : '.'}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Some bodies carry the reason in `code`. */
function reasonLike(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]{3,}$/u.test(value) ? value : undefined;
}
