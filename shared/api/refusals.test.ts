import { describe, expect, it } from 'vitest';
import { parseErrorBody } from './error-body.ts';
import { failedCallOf, meaningOfError } from './errors.ts';

const CHAT = failedCallOf('/v3/chat/completions', true);
const USED_KEY = failedCallOf('/v3/chat/completions', true, true);

function kindOf(status: number, body: unknown, call = CHAT): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return meaningOfError(status, parseErrorBody(text), call).kind;
}

/** The body in the shapes that services of this kind use. */
function shapesOf(message: string): readonly unknown[] {
  return [
    { code: 403, reason: 'FORBIDDEN_REQUEST', message },
    { code: 403, message },
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    { error: message },
    { errors: [{ message }] },
    { detail: message },
    message,
  ];
}

describe('a refusal with 401 or 403', () => {
  it('is about the key when its words say so', () => {
    const messages = [
      'Invalid API key',
      'Incorrect API key provided: sk-a***. You can find your key in your account.',
      'API key not valid. Please pass a valid API key.',
      'The API key is expired',
      'invalid or missing api_key',
      'No API key provided',
      'authentication required',
      'You didn’t provide an API key: authorization header is missing',
      'Invalid access token',
      'unauthorized',
    ];
    for (const message of messages) {
      for (const body of shapesOf(message)) {
        for (const status of [401, 403]) expect(kindOf(status, body), message).toBe('key-rejected');
      }
    }
  });

  it('is about the key with any status when its words say so', () => {
    expect(
      kindOf(400, { error: { message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }),
    ).toBe('key-rejected');
    expect(kindOf(200, { error: { code: 'invalid_api_key', message: 'no' } })).toBe('key-rejected');
  });

  it('is about what it names, and then never about the key', () => {
    const refusals: readonly (readonly [message: string, kind: string])[] = [
      ['Your API key does not have access to model llama-4', 'not-permitted'],
      ['Project `proj_1` does not have access to the model', 'not-permitted'],
      ['This model is not available for your account', 'not-permitted'],
      ['Country, region, or territory not supported', 'not-permitted'],
      ['The API is not available in your region', 'not-permitted'],
      ['IP 203.0.113.9 is not in the whitelist of this api key', 'not-permitted'],
      ['Request not in allow-list', 'not-permitted'],
      ['Your account has insufficient balance', 'no-credit'],
      ['You have an overdue bill', 'no-credit'],
      ['Your monthly quota is used up', 'rate-limited'],
      ['Daily limit exceeded', 'rate-limited'],
      ['The prompt violates our content policy', 'rejected'],
      ['Flagged by our safety system', 'rejected'],
      ['You need the role billing_reader for this operation', 'not-permitted'],
      ['Missing required scope: images.write', 'not-permitted'],
      ['Please complete identity verification first', 'not-permitted'],
      ['Operation is disabled', 'not-permitted'],
    ];
    for (const [message, kind] of refusals) {
      for (const body of shapesOf(message)) {
        expect(kindOf(403, body), `${message} ${JSON.stringify(body)}`).toBe(kind);
      }
      const { message: sentence } = meaningOfError(403, parseErrorBody(message), CHAT);
      expect(sentence).not.toMatch(/accept the API key/u);
    }
  });

  it('quotes the service', () => {
    const body = parseErrorBody('{"message":"Country, region, or territory not supported"}');
    expect(meaningOfError(403, body, CHAT).message).toBe(
      'The service does not offer this in your region: Country, region, or territory not supported. Check the regions of your account.',
    );
  });

  it('without text is not about a key that was accepted before', () => {
    for (const body of ['', '{}', '{"code":403}', '{"message":""}']) {
      expect(kindOf(403, body)).toBe('key-rejected');
      expect(kindOf(403, body, USED_KEY)).toBe('not-permitted');
      expect(kindOf(401, body, USED_KEY)).toBe('key-rejected');
    }
  });

  it('of a list of bills names the billing role, unless it is about something else', () => {
    const bills = failedCallOf('/openapi/v1/billing/bill/list', false);
    const { message } = meaningOfError(403, parseErrorBody('{"message":"no permission"}'), bills);
    expect(message).toContain('billing role');
    const address = parseErrorBody('{"message":"IP not in allow-list"}');
    expect(meaningOfError(403, address, bills).message).toContain('network address');
  });
});

it('names missing credit, whatever the status', () => {
  for (const status of [400, 403, 429]) {
    const body = { error: { code: 'insufficient_quota', message: 'You exceeded your quota' } };
    expect(kindOf(status, body)).toBe('no-credit');
  }
});
