/** Tests that prepared answers fit their question, and the effect of each parameter. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersTo, continuationsOf } from './answers.ts';
import { createChoice, rank, takeToken } from './choice.ts';
import { readCallParameters } from './parameters.ts';
import { createRandom } from './random.ts';
import { SPECIAL_TOKENS, tokenizer } from './tokenizer.ts';

const { sampling: USUAL } = readCallParameters({ model: 'any' });

/** A whole answer. */
function say(texts: readonly string[], seed: number, begun = '', temperature = 1): string {
  const prompt = [SPECIAL_TOKENS.assistant, ...tokenizer.encode(begun)];
  const parameters = { sampling: { ...USUAL, temperature }, stops: [] };
  const random = createRandom(seed);
  const choice = createChoice({
    prompt,
    texts,
    parameters,
    maxTokens: 4_000,
    alternatives: 0,
    random,
  });
  let text = '';
  for (let step = choice.step(); step !== null; step = choice.step()) text += step.text;
  return text;
}

const items = (count: number) => new RegExp(`\\n${count}\\. [^\\n]+$`, 'u');

describe('an answer of the practice service', () => {
  it.each([
    ['Write three captions for a photo of a fig in a bowl.', items(3), /\bfig\b|purple|bowl/u],
    ['Name three colours for a kitchen.', items(3), /`#[\dA-F]{6}`/u],
    ['How do I remove a lamp post from a street photo?', /lamp post/u, /^\d\. /mu],
    ['Describe a red chair in one sentence.', /^[^.]*red chair[^.]*\.$/iu],
    ['Which mood? Answer with one word.', /^\p{Lu}\p{L}+$/u],
    ['CSS for a colour palette with an accent', /```css\n[^`]*\{[^`]*\}\n```/u],
    ['Hello!', /^Hello!/u],
    ['Wie mache ich ein gutes Foto?', /\bBild\b/u],
    ['写真の撮り方を教えてください', /\p{Script=Hiragana}/u],
  ])('to %j is relevant, in prepared words', (question, ...patterns) => {
    const texts = answersTo(question);
    const words = new Set(texts.join('\n').match(/\p{L}+/gu));
    for (const seed of [1, 2, 3, 4]) {
      for (const pattern of patterns) expect(say(texts, seed)).toMatch(pattern);
      const hot = say(texts, seed, '', 1.99);
      expect(hot.match(/\p{L}+/gu)?.filter((word) => !words.has(word))).toEqual([]);
      expect(hot).not.toMatch(/[‹›|]|\{subject\}/iu);
    }
  });

  it.each([
    ['Describe red', /^\n\n.*\bred\b/iu],
    ['Product: tea\nMood:', /^ (?:calm|warm|still)$/u],
  ])('continues %j in the style of its ending', (prompt, pattern) => {
    for (const seed of [1, 2, 3]) expect(say(continuationsOf(prompt), seed)).toMatch(pattern);
  });

  it('continues an answer from its given beginning', () => {
    const texts = ['The ‹warm|cool› light\n\nis ‹low|soft›.', 'Another one.'];
    expect(say(texts, 1, 'The cool light')).toMatch(/^\n\nis (?:low|soft)\.$/u);
  });
});

describe('choosing a token', () => {
  const parts = [0.2, 0.15, 0.1, 0.25, 0.3];
  const weights = new Map(parts.entries());

  it.each([
    ['the weights alone', {}, parts],
    ['a high temperature', { temperature: 1.9 }, parts.map((p) => p ** (1 / 1.9))],
    ['a temperature near 0', { temperature: 0.001 }, [0, 0, 0, 0, 1]],
    ['top_k', { topK: 2 }, [0, 0, 0, 0.25, 0.3]],
    ['top_p', { topP: 0.56 }, [0.2, 0, 0, 0.25, 0.3]],
    ['min_p', { minP: 0.66 }, [0.2, 0, 0, 0.25, 0.3]],
    ['a ban', { logitBias: new Map([[4, -100]]) }, [0.2, 0.15, 0.1, 0.25, 0]],
    ['a bias of 100', { logitBias: new Map([[2, 100]]) }, [0, 0, 1, 0, 0]],
    ['a bias', { logitBias: new Map([[2, 2]]) }, [0.2, 0.15, 0.1 * Math.exp(2), 0.25, 0.3]],
  ])('follows %s', (_what, changed, wanted) => {
    const sampling = { ...USUAL, ...changed };
    const ranked = rank(weights, sampling, new Map(), new Set());
    const counts = [0, 0, 0, 0, 0];
    for (let draw = 0; draw < 10_000; draw += 1) {
      const token = takeToken(ranked, sampling, draw / 10_000)?.token ?? -1;
      counts[token] = (counts[token] ?? 0) + 1 / 10_000;
    }
    const sum = wanted.reduce((total, value) => total + value, 0);
    for (const [at, value] of wanted.entries()) expect(counts[at]).toBeCloseTo(value / sum, 3);
  });

  it('counts uses for the penalties, and the prompt for the repetition penalty', () => {
    const penalties = { repetitionPenalty: 1.5, frequencyPenalty: 0.5, presencePenalty: 0.25 };
    const ranked = rank(weights, { ...USUAL, ...penalties }, new Map([[4, 3]]), new Set([1]));
    const odds = new Map(ranked.map(({ token, logprob }) => [token, Math.exp(logprob)]));
    const next = (token: number) => (0.25 * (odds.get(token) ?? NaN)) / (odds.get(3) ?? NaN);
    expect(next(4)).toBeCloseTo(0.3 ** 1.5 * Math.exp(-3 * 0.5 - 0.25), 12);
    expect(next(1)).toBeCloseTo(0.15 ** 1.5, 12);
    expect(next(2)).toBeCloseTo(0.1, 12);
  });
});

it('decodes the tokens of any text to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }),
  );
});
