/** The envelope of the older endpoints: HTTP status 200 and a code of their own. */
import type { Answer } from './answer.ts';
import type { Refusal } from './errors.ts';

/** Prefix of the older endpoints, which answer in an envelope ("Legacy envelope"). */
const LEGACY_PREFIX = '/v2/';

/** Codes of the envelope ("Errors" 2 of the specification). */
const LEGACY_CODES = {
  normal: 0,
  internalError: -1,
  invalidJson: 1,
  modelNotExist: 2,
  taskIdNotExist: 3,
  invalidAuth: 4,
  hostUnavailable: 5,
  paramRangeOutOfLimit: 6,
  costBalanceFailure: 7,
  notSupport: 10,
} as const;

/** The code of each reason. A reason that is missing here is an internal error. */
const CODE_OF_REASON: Readonly<Record<string, number>> = {
  INVALID_REQUEST_BODY: LEGACY_CODES.invalidJson,
  MODEL_NOT_FOUND: LEGACY_CODES.modelNotExist,
  TASK_NOT_FOUND: LEGACY_CODES.taskIdNotExist,
  MISSING_API_KEY: LEGACY_CODES.invalidAuth,
  INVALID_API_KEY: LEGACY_CODES.invalidAuth,
  RATE_LIMIT_EXCEEDED: LEGACY_CODES.hostUnavailable,
  PARAM_OUT_OF_RANGE: LEGACY_CODES.paramRangeOutOfLimit,
  IMAGE_FILE_EXCEEDS_MAX_SIZE: LEGACY_CODES.paramRangeOutOfLimit,
  IMAGE_EXCEEDS_MAX_RESOLUTION: LEGACY_CODES.paramRangeOutOfLimit,
  BILLING_BALANCE_NOT_ENOUGH: LEGACY_CODES.costBalanceFailure,
  INVALID_IMAGE_FORMAT: LEGACY_CODES.notSupport,
};

/** HTTP statuses of refusals that are none of an endpoint's own: no such address, no such method. */
const OUTSIDE: ReadonlySet<number> = new Set([403, 404, 405]);

/** `{code: 0, msg: "", data}`. */
export function legacyAnswer(data: object): Answer {
  return envelope(LEGACY_CODES.normal, '', data);
}

/** The envelope of a refused call with HTTP status 200, or null where another shape is due. */
export function legacyRefusal(path: string, refusal: Refusal): Answer | null {
  if (!path.startsWith(LEGACY_PREFIX)) return null;
  const code = CODE_OF_REASON[refusal.reason];
  if (code === undefined && OUTSIDE.has(refusal.status)) return null;
  return envelope(code ?? LEGACY_CODES.internalError, refusal.message, {});
}

/** An envelope with any code, as it comes with HTTP status 200. */
export function envelope(code: number, msg: string, data: object): Answer {
  return {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ code, msg, data }),
  };
}
