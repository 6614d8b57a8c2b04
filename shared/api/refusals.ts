/**
 * Tells refusals apart: services send 401 and 403 for a bad key, and to a good key for a model, a
 * region, an address or missing credit.
 */
import type { ErrorBody } from './error-body.ts';
import { KEY_REJECTED, NO_CREDIT, RATE_LIMITED, type ErrorMeaning } from './error-reasons.ts';

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
export function speaksOfPermission({ message }: ErrorMeaning): boolean {
  return message.startsWith(NOT_ALLOWED);
}

/** Returns whether an error, with any status, says that the key is bad. */
export function saysBadKey(body: ErrorBody): boolean {
  return BAD_KEY.test(wordsOf(body));
}

/** Returns whether an error, with any status, says that there is no credit left. */
export function saysNoCredit(body: ErrorBody): boolean {
  return /\binsufficient (?:quota|balance|credits?|funds)\b/u.test(wordsOf(body));
}

/** @param isKeyGood whether the same key was accepted before */
export function meaningOfRefusal(
  status: 401 | 403,
  body: ErrorBody,
  isKeyGood: boolean,
): ErrorMeaning {
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
