import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../errors/app-error.ts';
import { LIMITS } from './limits.ts';
import {
  checkedRequest,
  numberWithin,
  oneOf,
  requirePicture,
  textUpTo,
  webAddress,
} from './request-check.ts';

function errorOf(action: () => unknown): AppError {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('No AppError was thrown.');
}

describe('a value over a limit', () => {
  const schema = z.strictObject({
    steps: numberWithin('Steps', { min: 1, max: 50, isWhole: true }).optional(),
    share: numberWithin('The share', { min: 0, max: 1 }).optional(),
    kind: oneOf('The kind', ['a', 'b']).optional(),
    name: textUpTo('The name', 5).optional(),
    hook: webAddress('The webhook', 40).optional(),
  });
  const refuse = (request: object) => errorOf(() => checkedRequest(schema, request));

  it('is refused with a message that names the limit, the value and a remedy', () => {
    expect(refuse({ steps: 51 }).toData()).toEqual({
      kind: 'invalid-input',
      message: 'Steps must be a whole number from 1 to 50, not 51. Change it and try again.',
      details: {
        field: 'steps',
        limit: 'a whole number from 1 to 50',
        value: '51',
        request: 'not sent',
      },
    });
    expect(refuse({ kind: 'c' }).message).toContain('one of a, b, not “c”');
    expect(refuse({ name: '' }).message).toContain('not empty');
    expect(refuse({ name: 'x'.repeat(99) }).details?.['value']).toBe(`“${'x'.repeat(60)}…”`);
  });

  it('is refused for any type', () => {
    for (const steps of [0, 50.5, Number.NaN, Infinity, '3', null, {}, []]) {
      expect(refuse({ steps }).kind).toBe('invalid-input');
    }
    for (const share of [-0.01, 1.01, Number.NaN, '0.5']) expect(refuse({ share })).toBeTruthy();
    for (const hook of ['example.com', 'ftp://h/', 'https://u:p@h/', 'https://', 'https://h /']) {
      expect(refuse({ hook }).message, hook).toContain('The webhook must be');
    }
    expect(refuse({ odd: 1 }).message).toContain('is not valid');
  });

  it('is accepted at both ends', () => {
    for (const good of [
      { steps: 1, share: 0, name: 'x' },
      { steps: 50, share: 1, name: 'xxxxx' },
      { kind: 'b', hook: 'https://example.com/a?b=c' },
    ]) {
      expect(checkedRequest(schema, good)).toEqual(good);
    }
  });
});

it('a picture to be sent is accepted at the limit and refused one byte or pixel above it', () => {
  const atLimit = { byteLength: 30_000_000, size: { width: 1024, height: 1024 } };
  expect(() => requirePicture('picture', atLimit, LIMITS.removeText)).not.toThrow();
  const over = [
    { ...atLimit, byteLength: 30_000_001 },
    { ...atLimit, size: { width: 1025, height: 1 } },
    { ...atLimit, size: { width: 1, height: 1025 } },
  ];
  for (const picture of over) {
    const error = errorOf(() => requirePicture('picture', picture, LIMITS.removeText));
    expect(error).toMatchObject({ kind: 'too-large', details: { request: 'not sent' } });
    expect(error.message).toMatch(/(?:has|is) .* The service accepts up to .* Use a smaller part/u);
  }
  const area = { byteLength: 1, size: { width: 4001, height: 4000 } };
  const words = 'The mask is 4001 × 4000 pixels. The service accepts up to 16 megapixels.';
  expect(errorOf(() => requirePicture('mask', area, LIMITS.cleanup)).message).toContain(words);
});

it('a picture to be sent is not sent when it is empty or has no size', () => {
  const sizes = [0, -1, 1.5, Number.NaN].map((width) => ({ width, height: 1 }));
  for (const picture of [{ byteLength: 0 }, ...sizes.map((size) => ({ byteLength: 1, size }))])
    expect(errorOf(() => requirePicture('p', picture, LIMITS.video)).kind).toBe('invalid-input');
});

it('the limits of pictures are those of the table', () => {
  // Specification, section "Limits".
  expect(LIMITS).toEqual({
    cleanup: { maxFileBytes: 30_000_000, maxPixels: 16_000_000 },
    removeText: { maxFileBytes: 30_000_000, maxWidth: 1024, maxHeight: 1024 },
    mergeFace: { maxFileBytes: 30_000_000, maxWidth: 2048, maxHeight: 2048 },
    video: { maxFileBytes: 30_000_000, maxWidth: 2048, maxHeight: 2048 },
  });
});
