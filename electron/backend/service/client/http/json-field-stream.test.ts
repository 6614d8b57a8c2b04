import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createJsonFieldStream,
  JsonFieldError,
  type JsonFieldResult,
} from './json-field-stream.ts';

interface Outcome extends JsonFieldResult {
  readonly bytes: Buffer;
}

/** Feeds the text in pieces cut at these places. */
function readInPieces(text: Buffer, cuts: readonly number[]): Outcome {
  const stream = createJsonFieldStream('image_file');
  const places = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
  const bytes: Buffer[] = [];
  places.slice(1).forEach((end, index) => {
    for (const piece of stream.push(text.subarray(places[index] ?? 0, end))) {
      bytes.push(Buffer.from(piece));
    }
  });
  return { ...stream.end(), bytes: Buffer.concat(bytes) };
}

function read(text: string): Outcome {
  return readInPieces(Buffer.from(text), []);
}

function problemOf(text: string): string {
  try {
    read(text);
    return 'none';
  } catch (error) {
    if (error instanceof JsonFieldError) return error.problem;
    throw error;
  }
}

/** Base64 of bytes, each character written as itself or as one of its JSON escapes. */
const escapedBase64 = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.infiniteStream(fc.nat(9)))
  .map(([bytes, choices]) => {
    const base64 = Buffer.from(bytes).toString('base64');
    const written = Array.from(base64).map((character) => {
      const choice = choices.next().value;
      if (choice === 0) return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      if (choice === 1)
        return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      return character === '/' && choice < 5 ? '\\/' : character;
    });
    return { bytes: Buffer.from(bytes), written: `"${written.join('')}"` };
  });

/** An object with the field among others, its text, and what the field holds. */
const answer = fc
  .record({
    before: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { maxKeys: 3 }),
    after: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    nested: fc.boolean(),
    field: escapedBase64,
    space: fc.constantFrom('', ' ', '\n\t'),
  })
  .map(({ before, after, nested, field, space }) => {
    const entries = Object.entries({
      ...before,
      ...after,
      deep: nested ? [{ image_file: 'no' }] : 1,
    })
      .filter(([name]) => name !== 'image_file')
      .map(([name, value]) => `${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`);
    entries.splice(entries.length >> 1, 0, `"image\\u005ffile"${space}:${space}${field.written}`);
    return { text: Buffer.from(`{${space}${entries.join(`,${space}`)}}`), bytes: field.bytes };
  });

describe('a base64 field extracted from streamed JSON', () => {
  it('agrees with JSON.parse wherever the text is split', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(400), { maxLength: 8 }), ({ text, bytes }, cuts) => {
        const outcome = readInPieces(
          text,
          cuts.filter((cut) => cut < text.length),
        );
        const whole: unknown = JSON.parse(text.toString());
        expect(outcome.found).toBe(true);
        expect(outcome.bytes.equals(bytes)).toBe(true);
        expect(outcome.rest).toEqual({ ...(whole as object), image_file: '' });
      }),
      { numRuns: 300 },
    );
  });

  it('refuses every text that ends early', () => {
    fc.assert(
      fc.property(answer, fc.nat(), ({ text }, place) => {
        const cut = text.subarray(0, place % text.length);
        expect(() => readInPieces(cut, [])).toThrow(JsonFieldError);
      }),
    );
  });

  it('never accepts a changed text that JSON.parse refuses, and never reads it differently', () => {
    fc.assert(
      fc.property(answer, fc.nat(), fc.nat(255), ({ text }, place, byte) => {
        const changed = Buffer.from(text);
        changed[place % changed.length] = byte;
        let outcome: Outcome;
        try {
          outcome = readInPieces(changed, []);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonFieldError);
          return;
        }
        const whole = JSON.parse(changed.toString()) as Record<string, unknown>;
        if (!outcome.found) expect(outcome.rest).toEqual(whole);
        else expect(Buffer.from(String(whole['image_file']), 'base64')).toEqual(outcome.bytes);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts the URL alphabet, missing padding, lines, a data: prefix and a byte order mark', () => {
    const bytes = Buffer.from([251, 255, 191, 1]);
    const prefixed = `\uFEFF {"image_file": "\\n data:image/png;base64,${bytes.toString('base64')}"}`;
    const everyByte = Array.from({ length: Buffer.byteLength(prefixed) }, (_, index) => index);
    expect(readInPieces(Buffer.from(prefixed), everyByte).bytes).toEqual(bytes);
    expect(read(`{"image_file":"${bytes.toString('base64url')}"}`).bytes).toEqual(bytes);
    const lines = bytes.toString('base64').replace(/^(....)/u, '$1\\r\\n');
    expect(read(`{"image_file":"${lines}\\n"}`).bytes).toEqual(bytes);
  });

  it('ignores a field that is no string', () => {
    for (const value of ['null', '17', '{"image_file":"QUJD"}', '["QUJD"]', 'true']) {
      const outcome = read(`{"image_file":${value},"b":"image_file"}`);
      expect(outcome.found).toBe(false);
      expect(outcome.bytes).toHaveLength(0);
    }
    expect(read('["image_file","QUJD"]').found).toBe(false);
    expect(read('{"a":"image_file","b":"QUJD"}').found).toBe(false);
  });

  it('names the error', () => {
    expect(problemOf('{"image_file":"QU*D"}')).toBe('not-base64');
    expect(problemOf('{"image_file":"QUJDR"}')).toBe('not-base64');
    expect(problemOf('{"image_file":"QQ==QQ=="}')).toBe('not-base64');
    expect(problemOf('{"image_file":"QUJ\\x"}')).toBe('not-base64');
    expect(problemOf('{"image_file":"data:image/png;base64"}')).toBe('not-base64');
    expect(problemOf('{"image_file":"QQ==","image_file":"QQ=="}')).toBe('repeated-field');
    expect(problemOf('{"image_file":"QQ=="')).toBe('not-json');
    expect(problemOf('{"image_file" "QQ=="}')).toBe('not-json');
    expect(problemOf('<html></html>')).toBe('not-json');
    expect(problemOf('')).toBe('not-json');
    expect(problemOf(`{"a":"${'x'.repeat(1_100_000)}"}`)).toBe('too-long');
  });
});
