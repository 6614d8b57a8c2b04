import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APP_ERROR_KINDS } from '../errors/app-error.ts';
import { ENVELOPE_CODES } from './envelope.ts';
import { errorBodyOfJson, isBareRefusal, parseErrorBody, tellsOfError } from './error-body.ts';
import { REASONS } from './error-reasons.ts';
import { failedCallOf, meaningOfError, type FailedCall } from './errors.ts';

const PAID = failedCallOf('/v3/cleanup', true);
const FREE = failedCallOf('/v3/openai/models', false);
const BILLS = failedCallOf('/openapi/v1/billing/bill/list', false);

function meaningOf(status: number, call: FailedCall, message?: string) {
  return meaningOfError(status, { shape: 'json', message }, call);
}

it.each([
  ['{"code":400,"reason":"X_Y","message":"m"}', { code: '400', reason: 'X_Y', message: 'm' }],
  [
    '{"error":{"message":"m","code":"BAD_KEY"}}',
    { code: 'BAD_KEY', reason: 'BAD_KEY', message: 'm' },
  ],
  ['{"error":"too bad"}', { message: 'too bad' }],
  ['{"code":4,"msg":"auth"}', { code: '4', message: 'auth' }],
  ['"just a string"', { shape: 'text', message: 'just a string' }],
  ['  <!DOCTYPE html>', { shape: 'html' }],
  ['\uFEFF ', { shape: 'empty' }],
  ['404 page not found', { shape: 'text', message: '404 page not found' }],
  ['[1]', {}],
  ['{"reason":"X_Y","metadata":{"limit":"3"}}', { reason: 'X_Y', metadata: '{"limit":"3"}' }],
])('the error body %s is parsed', (text, expected) => {
  expect(parseErrorBody(text)).toEqual({ shape: 'json', ...expected });
});

it('error bodies have no metadata without content', () => {
  for (const metadata of [null, [], {}, 'x']) {
    expect(errorBodyOfJson({ reason: 'X_Y', metadata }).metadata).toBeUndefined();
  }
});

it('error bodies never break the parser, whatever they contain', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json()),
      fc.integer({ min: 200, max: 599 }),
      fc.record({
        family: fc.constantFrom('v2' as const, 'v3' as const, 'billing' as const),
        mayCost: fc.boolean(),
        asksForTask: fc.boolean(),
      }),
      (text, status, call) => {
        const meaning = meaningOfError(status, parseErrorBody(text), call);
        expect(APP_ERROR_KINDS).toContain(meaning.kind);
        expect(meaning.message).toMatch(/^\S.*[.!?]$/su);
      },
    ),
  );
});

describe('the message of an error', () => {
  it('exists for every known reason', () => {
    for (const [reason, meaning] of Object.entries(REASONS)) {
      expect(APP_ERROR_KINDS, reason).toContain(meaning.kind);
      expect(meaning.message, reason).toMatch(/^[A-Z].*\.$/u);
      for (const status of [400, 403, 418, 500]) {
        expect(meaningOfError(status, { shape: 'json', reason }, PAID)).toBe(meaning);
      }
    }
  });

  it.each([
    ['rejected', [400, 422]],
    ['key-rejected', [401, 403]],
    ['no-credit', [402]],
    ['not-the-service', [404, 405]],
    ['too-large', [413]],
    ['rate-limited', [429]],
    ['service-failed', [500, 503]],
  ])('follows the status when the reason is unknown: %s for %j', (kind, statuses) => {
    for (const status of statuses) expect(meaningOf(status, PAID).kind).toBe(kind);
  });

  it('quotes the service only when it is brief', () => {
    expect(meaningOf(400, PAID, 'mask\n is odd').message).toBe(
      'The service rejected the call: mask is odd.',
    );
    expect(meaningOf(400, PAID, 'x'.repeat(500)).message).toBe(
      'The service rejected the call. See “Details” for its reason.',
    );
  });

  it('is not looked up in properties of every object', () => {
    for (const reason of ['constructor', 'toString', '__proto__']) {
      expect(meaningOfError(402, { shape: 'json', reason }, PAID).kind).toBe('no-credit');
    }
  });

  it('has an action: a button, or advice', () => {
    const all = [...Object.values(REASONS), ...[...ENVELOPE_CODES.values()].map((c) => c.meaning)];
    for (const { message, action } of all) {
      const advice = /\b(?:Check|Select|Add|Change|Use|Work|Try|Run|change)\b/u.test(message);
      expect(action !== undefined || advice, message).toBe(true);
    }
  });

  it('for a key that may not read bills is not that the key is bad', () => {
    for (const status of [401, 403]) {
      expect(meaningOf(status, BILLS).kind).toBe('not-permitted');
      expect(meaningOf(status, FREE).kind).toBe('key-rejected');
    }
    for (const reason of ['INVALID_API_KEY', 'FAILED_TO_AUTH', 'BILLING_AUTH_FAILED']) {
      expect(meaningOfError(401, { shape: 'json', reason }, BILLS).kind).toBe('not-permitted');
    }
  });

  it('is about the task when one was requested, unless a page or plain text answers', () => {
    const notFound = errorBodyOfJson({ code: 404, message: 'no such record' });
    const page = parseErrorBody('404 not found');
    for (const path of ['/v3/async/task-result', '/v2/progress']) {
      const call = failedCallOf(path, false);
      expect(meaningOfError(404, notFound, call).kind).toBe('not-found');
      expect(meaningOfError(404, page, call).kind).toBe('not-the-service');
    }
    expect(meaningOfError(404, notFound, PAID).kind).toBe('not-the-service');
  });
});

describe('codes of the /v2 envelope', () => {
  const V2 = failedCallOf('/v2/upscale', true);
  /** Specification, "Errors", 2. */
  const TABLE: readonly (readonly [number, string, string])[] = [
    [-1, 'CodeInternalError', 'service-failed'],
    [1, 'CodeInvalidJSON', 'rejected'],
    [2, 'CodeModelNotExist', 'rejected'],
    [3, 'CodeTaskIdNotExist', 'not-found'],
    [4, 'CodeInvalidAuth', 'key-rejected'],
    [5, 'CodeHostUnavailable', 'service-failed'],
    [6, 'CodeParamRangeOutOfLimit', 'rejected'],
    [7, 'CodeCostBalanceFailure', 'no-credit'],
    [8, 'CodeSamplerNotExist', 'rejected'],
    [9, 'CodeTimeout', 'service-failed'],
    [10, 'CodeNotSupport', 'rejected'],
  ];

  it('are complete, with the names of the specification', () => {
    const known = [...ENVELOPE_CODES];
    expect(known.map(([code, { name, meaning }]) => [code, name, meaning.kind])).toEqual(TABLE);
  });

  it('apply on every HTTP status, as numbers and as text', () => {
    for (const [code, , kind] of TABLE) {
      for (const status of [200, 400, 401, 404, 500]) {
        const body = errorBodyOfJson({ code: String(code), msg: 'm', data: null });
        expect(meaningOfError(status, body, V2).kind, `${code} with ${status}`).toBe(kind);
        expect(meaningOfError(status, errorBodyOfJson({ code }), V2).kind).toBe(kind);
      }
    }
  });

  it('mean nothing elsewhere, and unknown ones are shown by their words', () => {
    expect(meaningOfError(400, errorBodyOfJson({ code: 4 }), PAID).kind).toBe('rejected');
    const unknown = errorBodyOfJson({ code: 11, msg: 'Too many cats' });
    expect(meaningOfError(200, unknown, V2)).toEqual({
      kind: 'rejected',
      message: 'The service rejected the call: Too many cats.',
    });
    expect(meaningOfError(401, unknown, V2).kind).toBe('key-rejected');
  });
});

describe('errors in answers with status 200', () => {
  it('are recognised by their fields', () => {
    const errors: readonly unknown[] = [
      { code: 500 },
      { code: '4', msg: 'x' },
      { code: 'MODEL_NOT_FOUND' },
      { reason: 'X_Y' },
      { error: 'overloaded' },
      { error: true },
      { error: { message: 'overloaded' } },
      { error: { code: 429 } },
      { errors: ['no'] },
      { success: false, message: 'no' },
      { choices: [{ delta: { content: '' }, finish_reason: 'error' }], error: { code: 502 } },
      { choices: [{ delta: {}, error: { message: 'upstream' } }] },
    ];
    for (const json of errors) expect(tellsOfError(json), JSON.stringify(json)).toBe(true);
  });

  it('are not caused by fields that report success', () => {
    const nothing = ['', null, undefined, {}, [], false, 0, '0', 'none', { code: 0, message: '' }];
    const fine = [0, '0', 200, '200', 201, 'success', 'SUCCESS', 'ok', 'OK', '', null];
    const good = [
      ...nothing.map((error) => ({ error })),
      ...nothing.map((errors) => ({ errors })),
      ...fine.flatMap((word) => [{ code: word }, { reason: word }, { code: word, message: 'ok' }]),
      { code: 10_000, message: 'Success', data: {} },
      { success: true, error: '' },
    ];
    for (const json of good) {
      expect(tellsOfError(json), JSON.stringify(json)).toBe(false);
      const answer = { ...json, choices: [{ delta: { content: 'a' } }] };
      expect(tellsOfError(answer), JSON.stringify(answer)).toBe(false);
    }
    for (const json of [{}, [], null, 'x', { data: [] }]) expect(tellsOfError(json)).toBe(false);
    expect(errorBodyOfJson(null)).toEqual({ shape: 'json' });
  });

  it('may be a single message', () => {
    for (const json of [{ message: 'No such route' }, { detail: 'Not here', request_id: 'r' }]) {
      expect(isBareRefusal(json)).toBe(true);
    }
    for (const json of [{}, { message: 'ok' }, { message: 'No', data: [] }, { status: 'queued' }]) {
      expect(isBareRefusal(json)).toBe(false);
    }
  });

  it('are parsed from lists and fields of other names', () => {
    const expected = { shape: 'json', message: 'no such scope' };
    for (const json of [
      { errors: [{ message: 'no such scope' }] },
      { detail: 'no such scope' },
      { detail: [{ msg: 'no such scope', loc: ['body'] }] },
    ]) {
      expect(errorBodyOfJson(json)).toMatchObject(expected);
    }
  });
});
