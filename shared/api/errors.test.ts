import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APP_ERROR_KINDS } from '../errors/app-error.ts';
import {
  errorBodyOfJson,
  meaningOfError,
  parseErrorBody,
  REASONS,
  tellsOfError,
} from './errors.ts';

function meaningOf(status: number, method: 'GET' | 'POST', message?: string) {
  return meaningOfError(status, { shape: 'json', message }, method);
}

describe('error bodies', () => {
  it('are read in every shape', () => {
    expect(parseErrorBody('{"code":400,"reason":"X_Y","message":"m"}')).toEqual({
      shape: 'json',
      code: '400',
      reason: 'X_Y',
      message: 'm',
    });
    expect(parseErrorBody('{"error":{"message":"m","code":"INVALID_API_KEY"}}')).toEqual({
      shape: 'json',
      code: 'INVALID_API_KEY',
      reason: 'INVALID_API_KEY',
      message: 'm',
    });
    expect(parseErrorBody('{"error":"too bad"}').message).toBe('too bad');
    expect(parseErrorBody('{"code":4,"msg":"auth"}')).toMatchObject({ code: '4', message: 'auth' });
    expect(parseErrorBody('"just a string"')).toEqual({ shape: 'text', message: 'just a string' });
    expect(parseErrorBody('  <!DOCTYPE html>').shape).toBe('html');
    expect(parseErrorBody('\uFEFF ').shape).toBe('empty');
    expect(parseErrorBody('404 page not found')).toEqual({
      shape: 'text',
      message: '404 page not found',
    });
    expect(parseErrorBody('[1]')).toEqual({ shape: 'json' });
  });

  it('never break the reader, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json()),
        fc.integer({ min: 200, max: 599 }),
        (text, status) => {
          const meaning = meaningOfError(status, parseErrorBody(text), 'POST');
          expect(APP_ERROR_KINDS).toContain(meaning.kind);
          expect(meaning.message).toMatch(/^\S.*[.!?]$/su);
        },
      ),
    );
  });
});

describe('what errors mean', () => {
  it('is a sentence for every known reason', () => {
    for (const [reason, meaning] of Object.entries(REASONS)) {
      expect(APP_ERROR_KINDS, reason).toContain(meaning.kind);
      expect(meaning.message, reason).toMatch(/^[A-Z].*\.$/u);
      expect(meaningOfError(418, { shape: 'json', reason }, 'GET')).toBe(meaning);
    }
  });

  it('is decided by the status where the reason is unknown', () => {
    const statuses = [400, 401, 402, 403, 404, 405, 413, 422, 429, 500, 503];
    expect(statuses.map((status) => meaningOf(status, 'POST').kind)).toEqual([
      'rejected',
      'key-rejected',
      'no-credit',
      'key-rejected',
      'not-the-service',
      'not-the-service',
      'too-large',
      'rejected',
      'rate-limited',
      'service-failed',
      'service-failed',
    ]);
  });

  it('warns of a charge only where there can be one', () => {
    expect(meaningOf(500, 'POST').message).toContain('charged');
    expect(meaningOf(500, 'GET').message).not.toContain('charged');
  });

  it('quotes the service only when it is brief', () => {
    expect(meaningOf(400, 'POST', 'mask\n is odd').message).toBe(
      'The service refused the request: mask is odd.',
    );
    expect(meaningOf(400, 'POST', 'x'.repeat(500)).message).toBe(
      'The service refused the request.',
    );
  });
});

describe('errors in good answers', () => {
  it('are recognised', () => {
    for (const json of [{ error: {} }, { code: 500 }, { reason: 'X_Y' }, { code: '4', msg: 'x' }]) {
      expect(tellsOfError(json)).toBe(true);
    }
    for (const json of [
      {},
      { code: 0 },
      { code: 200 },
      { error: null },
      [],
      null,
      'x',
      { data: [] },
    ]) {
      expect(tellsOfError(json)).toBe(false);
    }
    expect(errorBodyOfJson(null)).toEqual({ shape: 'json' });
  });
});
