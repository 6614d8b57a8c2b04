/** Explains refusals of a storage, mostly XML with a `Code`. Downloads are free. */
import type { MediaKind } from '../../../../../shared/api/media-kind.ts';
import { AppError, type AppErrorKind } from '../../../../../shared/errors/app-error.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import { blockedError, isBlocked, signInError } from '../http/intermediaries.ts';
import { readErrorBody } from '../http/answer-reading.ts';
import type { Redactor } from '../redaction.ts';
import { retryAfterSeconds } from '../http/service-times.ts';

export interface StorageContext {
  readonly method: 'GET' | 'PUT';
  readonly host: string;
  readonly redactor: Redactor;
}

/** Characters of a refusal in an error's details. */
const EXCERPT_CHARACTERS = 300;

/** Returns whether the address is expired or invalid; a new one may work. */
export function isAddressRefused(error: AppError): boolean {
  return error.kind === 'expired';
}

export async function storageRefusal(
  context: StorageContext,
  response: ExchangeResponse,
  now: number,
): Promise<AppError> {
  const text = await readErrorBody(response);
  const { status } = response;
  const details = detailsOf(context, status, text);
  const signIn = signInError(status, details);
  if (signIn !== undefined) return signIn;
  const { header } = response;
  // Storages answer in XML, so a page comes from something else.
  const isPage = /^\s*<(?:!doctype html|html|head|body)\b/iu.test(text);
  const shape = isPage ? 'html' : text.trim() === '' ? 'empty' : 'text';
  if (codeIn(text) === '' && isBlocked({ status, header, text }, { shape })) {
    return blockedError(details);
  }
  const { kind, message } = meaningOf(context.method, status, codeIn(text));
  const wait = retryAfterSeconds(response.header, now);
  return new AppError(kind, message, {
    action: 'retry',
    details: {
      ...details,
      ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    },
  });
}

export function isMarkup(head: Uint8Array): boolean {
  return Buffer.from(head)
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trimStart()
    .startsWith('<');
}

/** A file with a good status and the wrong kind. */
export function notTheFile(
  context: StorageContext,
  status: number,
  head: Uint8Array,
  found: MediaKind | undefined,
): AppError {
  const text = Buffer.from(head).toString('utf8');
  const what =
    found === undefined
      ? isMarkup(head) && !/^\s*<(?:\?xml|Error)/iu.test(text)
        ? 'A web page came instead of the file. Your network may ask you to sign in: open a browser, sign in, and try again.'
        : 'The file is neither a picture nor a video. Try again.'
      : `The file is of an unexpected kind (${found}). Try again.`;
  return new AppError('bad-answer', what, {
    action: 'retry',
    details: detailsOf(context, status, found === undefined && isMarkup(head) ? text : ''),
  });
}

export function damagedDownload(context: StorageContext, problem: string): AppError {
  return new AppError('bad-answer', `Gesso can’t use the file: ${problem}. Try again.`, {
    action: 'retry',
    details: { call: `${context.method} ${context.host}`, request: 'sent' },
  });
}

function meaningOf(
  method: 'GET' | 'PUT',
  status: number,
  code: string,
): { readonly kind: AppErrorKind; readonly message: string } {
  const isExpired = [401, 403, 404, 410].includes(status) || /expired/iu.test(code);
  if (isExpired) {
    return method === 'GET'
      ? {
          kind: 'expired',
          message:
            'The address of this file has expired, or the file is gone. Check for the result again.',
        }
      : {
          kind: 'expired',
          message: 'The storage does not accept the upload address. Upload the file again.',
        };
  }
  if (status === 429 || code === 'SlowDown') {
    return {
      kind: 'rate-limited',
      message: 'The storage asks to slow down. Try again in a moment.',
    };
  }
  if (status === 413 || code === 'EntityTooLarge') {
    return {
      kind: 'too-large',
      message: 'The file is too large for the storage. Make it smaller and try again.',
    };
  }
  if (status >= 500) {
    return { kind: 'service-failed', message: 'The storage failed. Try again in a moment.' };
  }
  return {
    kind: 'bad-answer',
    message: `The storage gave an unexpected answer (${status}). Try again.`,
  };
}

/** Parses `<Error><Code>AccessDenied</Code>…`, as S3-like storages answer. */
function codeIn(text: string): string {
  return /<Code>\s*([\w.]{1,60})\s*<\/Code>/iu.exec(text)?.[1] ?? '';
}

function detailsOf(
  { method, host, redactor }: StorageContext,
  status: number,
  text: string,
): Record<string, string | number> {
  const code = codeIn(text);
  const excerpt = redactor.redact(text).trim().slice(0, EXCERPT_CHARACTERS);
  return {
    call: `${method} ${host}`,
    request: 'sent',
    status,
    ...(code === '' ? {} : { storageCode: code }),
    ...(excerpt === '' ? {} : { body: excerpt }),
  };
}
