import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sniffImageType } from './images.ts';
import { lenientList, lenientNumber, lenientString } from './lenient.ts';
import { modelsAnswerSchema, modelsFromAnswer } from './models.ts';

describe('lenient reading', () => {
  it('takes numbers as strings and strings as numbers', () => {
    const numbers = [1, '2.5', ' 3 ', '', 'x', null, undefined, Number.NaN, {}];
    expect(numbers.map((value) => lenientNumber.parse(value))).toEqual([
      1,
      2.5,
      3,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['a', 5, null].map((value) => lenientString.parse(value))).toEqual([
      'a',
      '5',
      undefined,
    ]);
  });

  it('takes null and nonsense for an empty list and leaves out what it cannot use', () => {
    const list = lenientList(lenientNumber);
    expect(list.parse(null)).toEqual([]);
    expect(list.parse({})).toEqual([]);
    expect(list.parse([1, '2'])).toEqual([1, 2]);
  });

  it('survives every list of models', () => {
    const model = fc.record(
      {
        id: fc.jsonValue(),
        title: fc.jsonValue(),
        context_size: fc.jsonValue(),
        odd: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const data = fc.oneof(fc.array(fc.oneof(model, fc.jsonValue())), fc.jsonValue());
    fc.assert(
      fc.property(data, (entries) => {
        const parsed = modelsAnswerSchema.parse({ data: entries });
        for (const { id, title } of modelsFromAnswer(parsed)) {
          expect(id).not.toBe('');
          expect(typeof title).toBe('string');
        }
      }),
    );
  });
});

describe('the type of a picture', () => {
  it('is decided by its first bytes', () => {
    expect(sniffImageType(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBe('png');
    expect(sniffImageType(Buffer.from('ffd8ffe0', 'hex'))).toBe('jpeg');
    expect(sniffImageType(riff('WEBPVP8 '))).toBe('webp');
    for (const other of [
      riff('WAVE'),
      Buffer.from('GIF89a'),
      Buffer.from('<svg'),
      Buffer.alloc(0),
    ]) {
      expect(sniffImageType(other)).toBeUndefined();
    }
  });
});

function riff(type: string): Buffer {
  return Buffer.from(`RIFF\0\0\0\0${type}`, 'latin1');
}
