/**
 * Finds the meaning of an error: a `/v2` code decides, then the `reason`, then the HTTP status
 * (specification, "Errors").
 */
import { envelopeCode } from './envelope.ts';
import type { ErrorBody } from './error-body.ts';
import {
  BILLS_NOT_PERMITTED,
  KEY_REJECTED,
  NO_CREDIT,
  NO_SUCH_FUNCTION,
  RATE_LIMITED,
  REASONS,
  SERVICE_FAILED,
  TASK_NOT_FOUND,
  TOO_LARGE,
  type ErrorMeaning,
} from './error-reasons.ts';
import { PROGRESS_PATH } from './progress.ts';
import { meaningOfRefusal, saysBadKey, saysNoCredit, speaksOfPermission } from './refusals.ts';
import { TASK_RESULT_PATH } from './tasks.ts';

type ApiFamily = 'v2' | 'v3' | 'billing';

export interface FailedCall {
  readonly family: ApiFamily;
  /** Work that costs money may have been done. */
  readonly mayCost: boolean;
  /** The call asks about one task, which may not exist. */
  readonly asksForTask: boolean;
  /** The key was accepted before, so a refusal without a reason is not about the key. */
  readonly isKeyGood?: boolean | undefined;
}

/** @param path below the base URL */
export function failedCallOf(path: string, mayCost: boolean, isKeyGood = false): FailedCall {
  const asksForTask = path === TASK_RESULT_PATH || path === PROGRESS_PATH;
  return { family: apiFamilyOf(path), mayCost, asksForTask, isKeyGood };
}

/** Specification, "Versioning". */
function apiFamilyOf(path: string): ApiFamily {
  if (path.startsWith('/v2/')) return 'v2';
  return path.startsWith('/openapi/v1/billing/') ? 'billing' : 'v3';
}

/** @param status HTTP status, 100–599; a 2xx status means an error inside a good answer */
export function meaningOfError(status: number, body: ErrorBody, call: FailedCall): ErrorMeaning {
  const meaning = meaningOf(status, body, call);
  // A key without the billing role is refused here and works everywhere else.
  const isBillingRole = meaning.kind === 'key-rejected' || speaksOfPermission(meaning);
  return call.family === 'billing' && isBillingRole ? BILLS_NOT_PERMITTED : meaning;
}

function meaningOf(status: number, body: ErrorBody, call: FailedCall): ErrorMeaning {
  const byCode = call.family === 'v2' ? envelopeCode(body.code) : undefined;
  if (byCode !== undefined) return withoutCharge(byCode.meaning, call);
  const byReason = reasonOf(body.reason);
  if (byReason !== undefined) return withoutCharge(byReason, call);
  const code = Number(body.code);
  const effective = status < 300 && code >= 400 && code <= 599 ? code : status;
  if (effective === 401 || effective === 403) {
    return meaningOfRefusal(effective, body, call.isKeyGood === true);
  }
  if (effective < 500 && saysBadKey(body)) return KEY_REJECTED;
  if (effective === 402 || (effective < 500 && saysNoCredit(body))) return NO_CREDIT;
  if (effective === 429) return RATE_LIMITED;
  if (effective === 413) return TOO_LARGE;
  if (effective >= 500) return withoutCharge(SERVICE_FAILED, call);
  // The service's own words are about the task; a page or plain text is about the address.
  if (effective === 404 && call.asksForTask && body.shape === 'json') return TASK_NOT_FOUND;
  if (effective === 404 || effective === 405) return NO_SUCH_FUNCTION;
  if (body.shape === 'html') return notTheService();
  return { kind: 'rejected', message: refusal(body.message) };
}

function reasonOf(reason: string | undefined): ErrorMeaning | undefined {
  const name = reason?.toUpperCase() ?? '';
  return Object.hasOwn(REASONS, name) ? REASONS[name] : undefined;
}

/** Removes the possible charge from the message of a call that cannot cost anything. */
function withoutCharge(meaning: ErrorMeaning, { mayCost }: FailedCall): ErrorMeaning {
  if (mayCost || meaning !== SERVICE_FAILED) return meaning;
  return {
    kind: 'service-failed',
    message: 'The service failed to answer. Try again in a moment.',
    action: 'retry',
  };
}

function notTheService(): ErrorMeaning {
  return {
    kind: 'not-the-service',
    message: 'A web page answered instead of the service. Check the service address.',
    action: 'open-settings',
  };
}

function refusal(message: string | undefined): string {
  const words = message?.replace(/\s+/gu, ' ').trim() ?? '';
  if (words === '' || words.length > 200) {
    return 'The service rejected the call. See “Details” for its reason.';
  }
  return `The service rejected the call: ${words}${/[.!?]$/u.test(words) ? '' : '.'}`;
}
