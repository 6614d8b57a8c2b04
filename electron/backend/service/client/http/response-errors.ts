import { envelopeCode } from '../../../../../shared/api/envelope.ts';
import {
  errorBodyOfJson,
  parseErrorBody,
  type ErrorBody,
} from '../../../../../shared/api/error-body.ts';
import { durationWords } from '../../../../../shared/api/duration-words.ts';
import type { ErrorMeaning } from '../../../../../shared/api/error-reasons.ts';
import { meaningOfError, type FailedCall } from '../../../../../shared/api/errors.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { blockedError, isBlocked, signInError } from './intermediaries.ts';
import { mayBeCharged, type CallContext } from './network-errors.ts';
import type { CallNotes } from '../call-meter.ts';
import type { Redactor } from '../redaction.ts';
import type { ExchangeResponse } from './exchange.ts';
import { retryAfterSeconds } from './service-times.ts';

/** Characters that are redacted before quoting, which may remove most of them. */
const QUOTED_CHARACTERS = 16 * 1024;

/** Characters of an answer in an error's details. */
const EXCERPT_CHARACTERS = 500;

export interface CallAnswer {
  readonly context: CallContext;
  readonly call: FailedCall;
  readonly response: ExchangeResponse;
  readonly redactor: Redactor;
  readonly notes?: CallNotes | undefined;
}

export function errorOfAnswer(answer: CallAnswer, text: string): AppError {
  const { status, header } = answer.response;
  if (status >= 300 && status < 400) return redirectError(answer, text);
  const body = parseErrorBody(text);
  const details = detailsOf(answer, text);
  const signIn = signInError(status, details);
  if (signIn !== undefined) return signIn;
  if (isBlocked({ status, header, text }, body)) return blockedError(details);
  return errorOfBody(answer, text, body);
}

export function errorOfJson(answer: CallAnswer, text: string, json: unknown): AppError {
  return errorOfBody(answer, text, errorBodyOfJson(json));
}

export function unusableAnswer(answer: CallAnswer, text: string, problem: string): AppError {
  const type = answer.response.header('content-type') ?? '';
  const isPage = /\bhtml\b/iu.test(type) || text.trimStart().startsWith('<');
  const details = { ...detailsOf(answer, text), problem };
  if (isPage) {
    return new AppError(
      'not-the-service',
      'A web page answered instead of the service. If your network asks you to sign in, do so in a browser. Else check the service address.',
      { action: 'open-settings', details },
    );
  }
  return new AppError(
    'bad-answer',
    withCharge(`The service sent no usable result: ${problem}.`, answer.context),
    {
      action: 'retry',
      details: answer.context.mayCost ? { ...details, outcome: 'unknown' } : details,
    },
  );
}

function errorOfBody(answer: CallAnswer, text: string, body: ErrorBody): AppError {
  const { call, redactor, response } = answer;
  const meaning = meaningOfError(response.status, body, call);
  const codeName = call.family === 'v2' ? envelopeCode(body.code)?.name : undefined;
  const wait = retryAfterSeconds(response.header, Date.now());
  const message = redactor.redact(withWait(meaning, wait));
  const maybeCharged = meaning.kind === 'service-failed' && call.mayCost;
  return AppError.of({
    ...meaning,
    message: maybeCharged ? withCharge(message, answer.context) : message,
    details: {
      ...detailsOf(answer, text),
      ...(body.reason === undefined ? {} : { reason: redactor.redact(body.reason) }),
      ...(body.code === undefined ? {} : { code: redactor.redact(body.code) }),
      ...(codeName === undefined ? {} : { codeName }),
      ...(body.metadata === undefined
        ? {}
        : { metadata: redactor.redact(body.metadata).slice(0, EXCERPT_CHARACTERS) }),
      ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
      ...(maybeCharged ? { outcome: 'unknown' } : {}),
    },
  });
}

/** @param wait seconds */
function withWait({ kind, message }: ErrorMeaning, wait: number | undefined): string {
  if (kind !== 'rate-limited' || wait === undefined || wait < 1) return message;
  return message.replace(
    / Try again (?:in a moment|later)\.$/u,
    ` Try again in ${durationWords(wait)}.`,
  );
}

function withCharge(message: string, context: CallContext): string {
  return mayBeCharged(context) ? `${message} It may have been charged.` : message;
}

/** SECURITY: S24 the new address is shown, and called only after the user enters it. */
function redirectError(answer: CallAnswer, text: string): AppError {
  const { context, redactor } = answer;
  const { status, header } = answer.response;
  const location = redactor.redact(header('location') ?? 'another address');
  const details = {
    ...detailsOf(answer, text),
    location: location.slice(0, EXCERPT_CHARACTERS),
  };
  const isForGood = status === 301 || status === 308;
  const target = URL.canParse(location, context.url.href)
    ? new URL(location, context.url)
    : undefined;
  const { pathname } = context.url;
  const moved = target?.pathname.endsWith(pathname) === true ? target : undefined;
  if (isForGood && moved?.protocol === 'https:') {
    const address = `${moved.origin}${moved.pathname.slice(0, -pathname.length)}`;
    return new AppError(
      'not-the-service',
      `The service has moved to ${address}. Gesso has not sent your key there. Enter it as the service address if you trust it.`,
      { action: 'open-settings', details: { ...details, movedTo: address } },
    );
  }
  const isElsewhere = target !== undefined && target.host !== context.url.host;
  return new AppError(
    'not-the-service',
    isElsewhere && !isForGood
      ? `${context.url.host} redirects to ${target.host}. Your network may ask you to sign in: open a browser, sign in, and try again. Gesso does not send your key there.`
      : 'The service redirects to another address. Gesso does not send your key there. Enter the final address as the service address.',
    { action: 'open-settings', details },
  );
}

function detailsOf(
  { context, redactor, response }: CallAnswer,
  text: string,
): Record<string, string | number> {
  const excerpt = redactor.redact(beginningOf(text)).trim().slice(0, EXCERPT_CHARACTERS);
  return {
    call: `${context.method} ${context.url.pathname}`,
    status: response.status,
    request: 'sent',
    ...(excerpt === '' ? {} : { body: excerpt }),
  };
}

/** Cuts between words, because half of a secret is not recognised. */
function beginningOf(text: string): string {
  if (text.length <= QUOTED_CHARACTERS) return text;
  return text.slice(0, QUOTED_CHARACTERS).replace(/[^\s",]*$/u, '');
}
