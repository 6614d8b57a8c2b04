import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../electron/testing/depth.ts';
import { parseExactJson, parseJson } from './parse-json.ts';

const SPACE = fc.constantFrom('', ' ', '\n', '\t ');

/** Every way to write a number in JSON. */
const NUMBER = fc.oneof(
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/u),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
);

describe('JSON with exact numbers', () => {
  it('keeps every digit that was sent, at any position', () => {
    fc.assert(
      fc.property(NUMBER, SPACE, (number, space) => {
        for (const text of [`{"a":${space}${number}}`, `["b",${space}${number}]`, number]) {
          const value = parseExactJson(text);
          const [kept] =
            typeof value === 'object' && value !== null ? Object.values(value).slice(-1) : [value];
          expect(String(kept)).toBe(number);
        }
      }),
      { numRuns: byDepth(500, 20_000) },
    );
  });

  it('parses the program’s own output like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses invalid JSON, or reports that there is none', () => {
    expect(() => parseExactJson('{"a":1')).toThrow(SyntaxError);
    expect(parseJson('{"a":1')).toBeUndefined();
  });
});
