import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerHeaderOutline, requestHeaderOutline } from './header-outline.ts';
import { answerOutline, FileOutline, outlineOf, queryOutline, sizeOf } from './outline.ts';

describe('S21 S22 the outline of a body', () => {
  it('keeps names and numbers of a request, and the sizes of its pictures and texts', () => {
    const body = {
      extra: { response_image_type: 'png', enterprise_plan: { enabled: true } },
      image_file: new FileOutline(1_234_567),
      steps: 20,
      seed: JSON.parse('9007199254740993') as unknown,
      prompt: 'a red balloon',
      model: 'meta/llama-3.1-8b',
    };
    expect(outlineOf(body)).toEqual({
      extra: { response_image_type: 'png', enterprise_plan: { enabled: true } },
      image_file: '<picture, 1.2 MB>',
      steps: 20,
      seed: 9_007_199_254_740_992,
      prompt: '<text, 13 characters>',
      model: 'meta/llama-3.1-8b',
    });
  });

  it('keeps the form of a conversation', () => {
    const picture = `data:image/png;base64,${'A'.repeat(4000)}`;
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: picture } }] },
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ];
    expect(outlineOf({ messages })).toEqual({
      messages: [
        { role: 'system', content: '<text, 9 characters>' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: '<picture, 3.0 kB>' } }] },
        { role: 'user', content: '<text, 3 characters>' },
        '<1 more>',
      ],
    });
  });

  it('keeps no unknown field, no text in place of another value, no token and no model of the service', () => {
    const words = { steps: 'secret', status: 'secret', enabled: 'secret' };
    const values = { ...words, task_id: 'secret words' };
    const tokens = { prompt: [[1, 2, 3]], logit_bias: { 77: 5 } };
    expect(outlineOf({ 'my secret': 1, other: 'x', ...values, ...tokens })).toEqual({
      steps: '<text, 6 characters>',
      status: '<text, 6 characters>',
      enabled: '<text, 6 characters>',
      task_id: '<id, 12 characters>',
      prompt: '<list, 1 entry>',
      logit_bias: '<1 field>',
      'other fields': '<2>',
    });
    expect(answerOutline({ model: 'secret' })).toEqual({ model: '<text, 6 characters>' });
  });

  it('keeps only listed values of any JSON', () => {
    // letters that are in no word of the list and in no mark
    const secret = fc.stringMatching(/^[ZQJ]{3,30}$/u);
    const listed = fc.constantFrom('message', 'error', 'data', 'reason', 'model', 'id', 'status');
    const { any: value } = fc.letrec((tie) => {
      const any = tie('any');
      const object = fc.dictionary(fc.oneof(secret, listed), any);
      return { any: fc.oneof({ depthSize: 'small' }, secret, object, fc.array(any)) };
    });
    fc.assert(
      fc.property(value, (json) => {
        expect(JSON.stringify(answerOutline(json))).not.toMatch(/[ZQJ]{3}/u);
      }),
    );
  });

  it('is small however large a body is', () => {
    const content = Array.from({ length: 500 }, () => ({ type: 'text' }));
    const messages = Array.from({ length: 5000 }, () => ({ role: 'user', content }));
    const body = { messages, choices: [[[[[[[[1]]]]]]]] };
    expect(JSON.stringify(outlineOf(body)).length).toBeLessThan(4000);
  });
});

it('S21 S22 query parameters follow the same rules', () => {
  const query = new URLSearchParams({
    task_id: '0a1b2c3d-0000-4000-8000-00000000beef',
    cycleType: 'Day',
    startTime: '1764028800',
    'X-Amz-Signature': 'secret',
    productName: 'mine',
  });
  expect(queryOutline(query)).toEqual({
    task_id: '0a1b2c3d-0000-4000-8000-00000000beef',
    cycleType: 'Day',
    startTime: '1764028800',
    productName: '<text, 4 characters>',
    'other fields': '<1>',
  });
});

describe('S21 S22 headers', () => {
  it('contain the names of variables in place of keys', () => {
    const headers = {
      authorization: 'Bearer sk-secret',
      'helicone-auth': 'Bearer gateway-secret',
      'helicone-omit-request': 'true',
      'content-type': 'application/json',
      'x-other': 'secret',
    };
    expect(requestHeaderOutline(headers, 'helicone-auth')).toEqual({
      authorization: 'Bearer $GESSO_API_KEY',
      'helicone-auth': 'Bearer $GESSO_GATEWAY_KEY',
      'helicone-omit-request': 'true',
      'content-type': 'application/json',
    });
  });

  it('of an answer are those that describe the call', () => {
    const headers: Readonly<Record<string, string>> = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': 'a secret',
      'set-cookie': 'secret',
    };
    expect(answerHeaderOutline((name) => headers[name])).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '<8 characters>',
    });
  });
});

it('shows sizes with their units', () => {
  expect([12, 1234, 1_234_567].map(sizeOf)).toEqual(['12 B', '1.2 kB', '1.2 MB']);
});
