import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lenientId,
  lenientList,
  lenientNumber,
  lenientString,
  lenientText,
  lenientWhole,
  MOST,
} from './lenient.ts';
import { readLanguageAnswer } from './language-answer.ts';
import { modelsAnswerSchema, modelsFromAnswer } from './models.ts';

describe('lenient parsing', () => {
  it('accepts numbers as strings and strings as numbers', () => {
    const number = (value: unknown) => lenientNumber.parse(value);
    expect([1, '2.5', ' 3 '].map(number)).toEqual([1, 2.5, 3]);
    for (const value of ['', 'x', null, undefined, Number.NaN, {}])
      expect(number(value)).toBeUndefined();
    const string = (value: unknown) => lenientString.parse(value);
    expect(['a', 5, null].map(string)).toEqual(['a', '5', undefined]);
  });

  it('reads null and invalid data as an empty list and leaves out unusable entries', () => {
    const list = lenientList(lenientNumber);
    expect(list.parse(null)).toEqual([]);
    expect(list.parse({})).toEqual([]);
    expect(list.parse([1, '2'])).toEqual([1, 2]);
  });

  it('rounds a whole number, and rejects one out of its range', () => {
    const texts = ['', '1e300', 'NaN', 'Infinity', '9007199254740993'];
    const wrong = [-1, 1e13, ...texts, null, [5], {}, true];
    const read = (value: unknown) => lenientWhole(MOST.tokens).parse(value);
    expect([0, 37.25, '12', ' 3.5 '].map(read)).toEqual([0, 37, 12, 4]);
    for (const value of wrong) expect(read(value)).toBeUndefined();
  });

  it('truncates a text, and drops an id that would be truncated', () => {
    const long = 'x'.repeat(10_000);
    expect(lenientText(MOST.word).parse(` ${long} `)).toHaveLength(MOST.word);
    const text = (value: unknown) => lenientText(9).parse(value);
    expect([' a ', 5].map(text)).toEqual(['a', '5']);
    for (const value of [' ', '', null, ['a']]) expect(text(value)).toBeUndefined();
    for (const id of ['a', '9007199254740993']) expect(lenientId.parse(id)).toBe(id);
    for (const id of [long, '\n', {}]) expect(lenientId.parse(id)).toBeUndefined();
  });

  it('clamps the usage, the ids and the probabilities of an answer to their ranges', () => {
    const answer = readLanguageAnswer({
      id: 'x'.repeat(10_000),
      model: '',
      created: -1,
      usage: { prompt_tokens: 1e300, completion_tokens: 37.25, total_tokens: '-3' },
      choices: [
        {
          index: 0.5e300,
          text: 'a',
          finish_reason: ' ',
          logprobs: {
            content: [
              { token: 'a', logprob: 5 },
              { token: 'b', logprob: 1e-9 },
            ],
          },
        },
      ],
    });
    expect(answer).toMatchObject({
      id: undefined,
      model: undefined,
      created: undefined,
      usage: { promptTokens: 0, completionTokens: 37, totalTokens: 37 },
      choices: [
        {
          index: 0,
          finishReason: undefined,
          logprobs: [
            { token: 'a', logprob: undefined },
            { token: 'b', logprob: 0 },
          ],
        },
      ],
    });
  });

  it('reads a negative price as unknown, and a number as an id', () => {
    const parsed = modelsAnswerSchema.parse({
      data: [
        { id: 7, title: '', input_token_price_per_m: -1, output_token_price_per_m: 1e300 },
        {
          id: 'a',
          context_size: 0,
          created: 'NaN',
          input_token_price_per_m: 0.5,
          output_token_price_per_m: '9',
        },
        { id: 'x'.repeat(10_000) },
      ],
    });
    expect(modelsFromAnswer(parsed)).toMatchObject([
      { id: '7', title: '7', inputPricePerMillion: undefined, outputPricePerMillion: undefined },
      { id: 'a', contextTokens: undefined, inputPricePerMillion: 0.5, outputPricePerMillion: 9 },
    ]);
  });

  it('survives any list of models', () => {
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
