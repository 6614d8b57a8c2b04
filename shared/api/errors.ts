/** A `/v2` code decides, then the `reason`, then the HTTP status (specification, "Errors"). */
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
import { TASK_RESULT_PATH } from './tasks.ts';

const KEY = String.raw`(?:api ?keys?|(?:access|auth|authentication|bearer) tokens?|credentials?|authorization header|authentication)`;
const BAD = 'invalid|incorrect|wrong|expired|revoked|disabled|unknown|malformed|missing|inactive';

const BAD_KEY = new RegExp(
  [
    String.raw`\b(?:${BAD})(?: or (?:${BAD}))?(?: (?:the|your|given|provided|supplied))? ${KEY}\b`,
    String.raw`\b${KEY}(?: (?:is|was|has|been|seems|provided|you|or))*:? (?:${BAD}|required|not (?:valid|found|exist|provided|recogni[sz]ed|active)|does(?: not|n[’']t) exist)\b`,
    String.raw`\bno ${KEY}\b`,
  ].join('|'),
  'u',
);

const ABOUT_KEY = /\b(?:api ?key|token|credential|auth\w*|unauth\w*|bearer|log ?in|sign ?in)/u;

const PERMISSION =
  /\b(?:permi\w+|scopes?|roles?|not allowed|not enabled|not activated|verif\w+|access to)\b/u;

/** The first match counts. */
const SUBJECTS: readonly (readonly [words: RegExp, meaning: (said: string) => ErrorMeaning])[] = [
  [
    /\bcontent\b.{0,20}(?:polic|filter|check|violat|moderat)|illegal.content|\bsafety\b|\bmoderation\b|\bnsfw\b|sensitive/u,
    (said) => ({
      kind: 'rejected',
      message: `The service’s content check refused this call${said} Change the text or the picture.`,
    }),
  ],
  [
    /\bip\b|\b(?:allow|white) ?-?list|\byour network\b/u,
    (said) => ({
      kind: 'not-permitted',
      message: `The service takes no calls from this computer’s network address${said} Add the address to the allow-list of your account, or use another network.`,
    }),
  ],
  [
    /\b(?:regions?|countr(?:y|ies)|territor(?:y|ies)|geo\w*|locations?)\b/u,
    (said) => ({
      kind: 'not-permitted',
      message: `The service does not offer this in your region${said} Check the regions of your account.`,
    }),
  ],
  [
    /\b(?:balance|credits?|insufficient (?:quota|funds)|arrears|overdue|unpaid|payment|recharge|top ?up)\b/u,
    () => NO_CREDIT,
  ],
  [/\brate limit|\btoo many requests\b/u, () => RATE_LIMITED],
  [
    /\bquota|\blimit (?:was |is |has been )?(?:reached|exceeded)|\bexceed/u,
    (said) => ({
      kind: 'rate-limited',
      message: `Your account has reached a limit of the service${said} Try again later.`,
      action: 'retry',
    }),
  ],
  [
    /\bmodels?\b/u,
    (said) => ({
      kind: 'not-permitted',
      message: `The service does not let this account use the model${said} Select another one.`,
    }),
  ],
];

const NOT_ALLOWED = 'The service does not allow this call';

/** The key is good but lacks a permission. @param said ": words." or "." */
function notPermitted(said: string): ErrorMeaning {
  return {
    kind: 'not-permitted',
    message: `${NOT_ALLOWED}${said} Check the permissions of your account and its key.`,
  };
}

/** Returns whether a refusal is about a permission and names nothing else. */
function speaksOfPermission({ message }: ErrorMeaning): boolean {
  return message.startsWith(NOT_ALLOWED);
}

/** Returns whether an error, with any status, says that the key is bad. */
function saysBadKey(body: ErrorBody): boolean {
  return BAD_KEY.test(wordsOf(body));
}

/** Returns whether an error, with any status, says that there is no credit left. */
function saysNoCredit(body: ErrorBody): boolean {
  return /\binsufficient (?:quota|balance|credits?|funds)\b/u.test(wordsOf(body));
}

/**
 * Services send 401 and 403 for a bad key, and to a good key for a model, a region, an address or
 * missing credit: the words decide.
 * @param isKeyGood whether the same key was accepted before
 */
function meaningOfRefusal(status: 401 | 403, body: ErrorBody, isKeyGood: boolean): ErrorMeaning {
  const words = wordsOf(body);
  if (BAD_KEY.test(words)) return KEY_REJECTED;
  const said = quoted(body.message);
  const subject = SUBJECTS.find(([pattern]) => pattern.test(words))?.[1];
  if (subject !== undefined) return subject(said);
  if (PERMISSION.test(words)) return notPermitted(said);
  if (status === 401 || ABOUT_KEY.test(words)) return KEY_REJECTED;
  return words === '' && !isKeyGood ? KEY_REJECTED : notPermitted(said);
}

function wordsOf({ reason, code, message }: ErrorBody): string {
  const all = [reason, code, message].filter((each) => each !== undefined).join(' ');
  return all
    .replaceAll(/[_\s]+/gu, ' ')
    .replaceAll(/\b40[13]\b/gu, '')
    .trim()
    .toLowerCase();
}

function quoted(message: string | undefined): string {
  const words = message?.replace(/\s+/gu, ' ').trim() ?? '';
  if (words === '' || words.length > 200) return '.';
  return `: ${words}${/[.!?]$/u.test(words) ? '' : '.'}`;
}

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
