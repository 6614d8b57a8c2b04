import { describe, expect, it } from 'vitest';
import type { LanguageRequest } from '../contract/language.ts';
import { AppError } from '../errors/app-error.ts';
import { contextFit } from './context-guard.ts';
import { countPath, estimateMessages, estimateTokens, learnedRatio } from './estimate.ts';
import { billedAnswers, costRange, expectedCost } from './expected-cost.ts';
import { requestBody } from './request-body.ts';
import { requestAsCommand, requestAsJson } from './show-request.ts';
import { fillTemplate, rowValues, templateFit, templateNames } from './template.ts';

const PRICES = { priceIn: 1000, priceOut: 3000 };

function completion(changes: Partial<Extract<LanguageRequest, { kind: 'completion' }>> = {}) {
  return { kind: 'completion', model: 'a/b', prompt: 'Hello', ...changes } as const;
}

describe('an estimate of tokens', () => {
  it('counts English, code, Chinese and digits like models, and rather too many', () => {
    const english =
      'The quick brown fox jumps over the lazy dog, and everybody who saw it was delighted. ';
    const perToken = (text: string) => text.length / estimateTokens(text);
    expect(perToken(english.repeat(20))).toBeGreaterThan(3.5);
    expect(perToken(english.repeat(20))).toBeLessThan(5);
    expect(
      perToken('const total = items.reduce((sum, { price }) => sum + price, 0);\n'),
    ).toBeLessThan(3.5);
    expect(perToken('数据库的设计需要仔细考虑')).toBeLessThan(1.5);
    expect(perToken('83746592837465928374659283746592')).toBeLessThan(3);
    expect(perToken('QmFzZTY0IGlzIG5vdCBhIHdvcmQgYXQgYWxsLCBidXQgbG9uZw')).toBeLessThan(3);
    expect(estimateTokens('')).toBe(0);
  });

  it('learns from exact counts slowly, within limits, and not from short prompts', () => {
    expect(learnedRatio(1, 150, 300)).toBe(1);
    expect(learnedRatio(1, 300, 300)).toBe(1);
    expect(learnedRatio(1, 600, 300)).toBeCloseTo(1.3);
    let ratio = 1;
    for (let count = 0; count < 100; count++) ratio = learnedRatio(ratio, 1_000_000, 300);
    expect(ratio).toBeLessThanOrEqual(3);
  });

  it('of a path is exact only with nothing new after the last exact usage', () => {
    expect(countPath({ tokens: 500 }, 0, 1)).toEqual({ tokens: 500, isEstimate: false });
    const more = countPath({ tokens: 500 }, estimateMessages(['And then?']), 1);
    expect(more.isEstimate).toBe(true);
    expect(more.tokens).toBeGreaterThan(503);
    expect(countPath(undefined, 0, 1)).toMatchObject({ isEstimate: true });
  });
});

describe('the cost of a request', () => {
  it('multiplies the answers by n, and bills all candidates of best-of', () => {
    expect(billedAnswers(completion({ n: 3 }))).toBe(3);
    expect(billedAnswers(completion({ n: 2, bestOf: 5 }))).toBe(5);
    expect(billedAnswers(completion({ prompt: ['a', 'b'], n: 2 }))).toBe(4);
    const one = costRange(completion({ maxTokens: 100 }), PRICES, 1);
    const three = costRange(completion({ maxTokens: 100, n: 3 }), PRICES, 1);
    expect(three.least).toBe(one.least);
    expect((three.most ?? 0) - (three.least ?? 0)).toBeCloseTo(
      3 * ((one.most ?? 0) - (one.least ?? 0)),
    );
  });

  it('counts its pictures by their sent size, whatever was learned from texts', () => {
    const least = (ratio: number, ...pictures: { photoId: string; longestSide: number }[]) => {
      const messages = [{ role: 'user' as const, content: 'Look', pictures }];
      return costRange({ kind: 'chat', model: 'm', messages }, PRICES, ratio).least ?? 0;
    };
    for (const ratio of [1, 3]) {
      const without = least(ratio);
      const shown = least(ratio, { photoId: 'p', longestSide: 750 });
      expect(shown - without).toBeCloseTo((750 * PRICES.priceIn) / 1_000_000);
    }
  });

  it('counts token ids one by one, whatever was learned from texts', () => {
    for (const prompt of [
      [1, 2, 3],
      [[1, 2], [3]],
    ]) {
      const { least = 0 } = costRange(completion({ prompt }), PRICES, 3);
      expect(least).toBeCloseTo((3 * PRICES.priceIn) / 1_000_000);
    }
  });

  it('is unknown without a price, and has no upper bound without a limit', () => {
    expect(expectedCost(completion(), undefined, 1)).toBeUndefined();
    expect(costRange(completion(), PRICES, 1).most).toBeUndefined();
    expect(expectedCost(completion(), PRICES, 1)).toBeGreaterThan(0);
  });
});

describe('the context guard', () => {
  const messages = [
    { id: 'u1', role: 'user', tokens: 40 },
    { id: 'a1', role: 'assistant', tokens: 60 },
    { id: 'u2', role: 'user', tokens: 10 },
    { id: 'a2', role: 'assistant', tokens: 10 },
  ] as const;
  const prompt = { tokens: 130, isEstimate: true };

  it('leaves out the oldest whole turns until it fits', () => {
    expect(contextFit(150, prompt, 20, messages)).toMatchObject({ is: 'fits', leaveOut: [] });
    expect(contextFit(149, prompt, 20, messages)).toMatchObject({
      is: 'too-long',
      over: 1,
      leaveOut: ['u1', 'a1'],
      isHopeless: false,
    });
    expect(contextFit(20, prompt, 20, messages)).toMatchObject({ isHopeless: true });
    expect(contextFit(undefined, prompt, 20, messages)).toMatchObject({ is: 'unknown' });
  });
});

describe('a prompt template', () => {
  it('is filled in one pass, and leaves braces and commands in the data unchanged', () => {
    const values = rowValues(['a', 'b', 'a'], ['{{b}}', '$& {# file:///etc/passwd', 'x']);
    expect(fillTemplate('{{a}}-{{ b }}-{{c}}', values)).toBe(
      '{{b}}-$& {# file:///etc/passwd-{{c}}',
    );
    expect(fillTemplate(String.raw`\{{a}} {{a}}`, new Map([['a', '1']]))).toBe('{{a}} 1');
  });

  it('names its required, missing and unused values', () => {
    expect(templateNames('{{a}} {{ b }} {{a}}')).toEqual(['a', 'b']);
    expect(templateFit('{{a}} {{z}}', ['a', 'b'])).toEqual({
      unknownNames: ['z'],
      unusedColumns: ['b'],
    });
  });
});

describe('a request to a language model', () => {
  const connection = { baseUrl: 'https://a.example/', chatPath: '/v3/chat/completions' };

  it('omits unset fields, and streaming and usage when they are off', () => {
    expect(requestBody(completion())).toEqual({
      model: 'a/b',
      prompt: 'Hello',
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(requestBody(completion({ usageInStream: false }))).not.toHaveProperty('stream_options');
    expect(requestBody(completion({ stream: false }))).not.toHaveProperty('stream');
    expect(requestBody(completion({ bestOf: 3 }))).not.toHaveProperty('stream');
  });

  it('is refused out of range, and still sent for the named fields only', () => {
    const hot = completion({ temperature: 0, n: 128 });
    expect(() => requestBody(hot)).toThrow(AppError);
    expect(() => requestBody({ ...hot, anyway: ['n'] })).toThrow(/temperature/u);
    expect(requestBody({ ...hot, anyway: ['n', 'temperature'] })).toMatchObject({
      temperature: 0,
      n: 128,
    });
    expect(requestBody(completion({ n: 3, bestOf: 3, anyway: ['bestOf'] }))).toMatchObject({
      best_of: 3,
    });
  });

  it('S21 is shown as JSON and as a command without keys, safe from the user’s quotation marks', () => {
    const request = completion({ prompt: 'It\'s $HOME `id` "x"' });
    expect(JSON.parse(requestAsJson(request))).toEqual(requestBody(request));
    const command = requestAsCommand('bash', request, connection);
    expect(command).toContain(`'https://a.example/v3/openai/completions'`);
    expect(command).toContain(`'Authorization: Bearer '"$GESSO_API_KEY"`);
    expect(command).toContain(String.raw`It'\''s $HOME`);
    const omits = { omitRequest: false, omitResponse: false, keyHint: 'abcd' };
    const header = { headerName: 'Helicone-Auth', scheme: 'bearer', scope: 'language' } as const;
    const gateway = { baseUrl: 'https://g.example', ...header, ...omits };
    const through = requestAsCommand('bash', request, { ...connection, gateway });
    expect(through).toContain("'https://g.example/v3");
    expect(through).toContain(`'Helicone-Auth: Bearer '"$GESSO_GATEWAY_KEY"`);
    expect(through).not.toContain('abcd');
  });
});
