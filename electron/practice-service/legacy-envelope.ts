import type { Refusal } from './errors.ts';
import type { Answer } from './router.ts';

/** Prefix of the older endpoints, which answer in an envelope ("Legacy envelope"). */
const legacyPrefix = '/v2/';

/** Codes of the envelope ("Errors" 2 of the specification). */
const legacyCodes = {
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

/** Which code stands for which reason. What is not here is an internal error. */
const codeOfReason: Readonly<Record<string, number>> = {
  INVALID_REQUEST_BODY: legacyCodes.invalidJson,
  MODEL_NOT_FOUND: legacyCodes.modelNotExist,
  TASK_NOT_FOUND: legacyCodes.taskIdNotExist,
  MISSING_API_KEY: legacyCodes.invalidAuth,
  INVALID_API_KEY: legacyCodes.invalidAuth,
  RATE_LIMIT_EXCEEDED: legacyCodes.hostUnavailable,
  PARAM_OUT_OF_RANGE: legacyCodes.paramRangeOutOfLimit,
  IMAGE_FILE_EXCEEDS_MAX_SIZE: legacyCodes.paramRangeOutOfLimit,
  IMAGE_EXCEEDS_MAX_RESOLUTION: legacyCodes.paramRangeOutOfLimit,
  BILLING_BALANCE_NOT_ENOUGH: legacyCodes.costBalanceFailure,
  INVALID_IMAGE_FORMAT: legacyCodes.notSupport,
};

/** HTTP statuses of refusals that are none of an endpoint's own: no such address, no such method. */
const outside: ReadonlySet<number> = new Set([403, 404, 405]);

/** `{code: 0, msg: "", data}`. */
export function legacyAnswer(data: object): Answer {
  return envelope(legacyCodes.normal, '', data);
}

/** The envelope of a refused call with HTTP status 200, or null where another shape is due. */
export function legacyRefusal(path: string, refusal: Refusal): Answer | null {
  if (!path.startsWith(legacyPrefix)) return null;
  const code = codeOfReason[refusal.reason];
  if (code === undefined && outside.has(refusal.status)) return null;
  return envelope(code ?? legacyCodes.internalError, refusal.message, {});
}

/** An envelope with any code, as it comes with HTTP status 200. */
export function envelope(code: number, msg: string, data: object): Answer {
  return {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ code, msg, data }),
  };
}
