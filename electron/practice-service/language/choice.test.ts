/** Tokens are taken as the parameters of a call say, and a prepared text is followed to its end. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersTo, continuationsOf } from './answers.ts';
import { createChoice, rank, takeToken } from './choice.ts';
import type { SamplingParameters } from './parameters.ts';
import { createRandom } from './random.ts';
import { SPECIAL_TOKENS, tokenizer } from './tokenizer.ts';

const WEIGHTS = new Map([0.2, 0.15, 0.1, 0.25, 0.3].entries());

const USUAL: SamplingParameters = {
  temperature: 1,
  topP: null,
  topK: null,
  minP: null,
  frequencyPenalty: 0,
  presencePenalty: 0,
  repetitionPenalty: 1,
  logitBias: new Map(),
};

/** How often each token is taken, as parts of 1. */
function frequencies(parameters: Partial<SamplingParameters>): readonly number[] {
  const sampling = { ...USUAL, ...parameters };
  const ranked = rank(WEIGHTS, sampling, new Map(), new Set());
  const counts = [0, 0, 0, 0, 0];
  for (let draw = 0; draw < 10_000; draw += 1) {
    const token = takeToken(ranked, sampling, draw / 10_000)?.token ?? -1;
    counts[token] = (counts[token] ?? 0) + 1 / 10_000;
  }
  return counts;
}

describe('taking a token', () => {
  const hot = [0.2, 0.15, 0.1, 0.25, 0.3].map((p) => p ** (1 / 1.9));
  it.each([
    ['the weights alone', {}, [0.2, 0.15, 0.1, 0.25, 0.3]],
    ['a high temperature', { temperature: 1.9 }, hot],
    ['a temperature near 0', { temperature: 0.001 }, [0, 0, 0, 0, 1]],
    ['top_k', { topK: 2 }, [0, 0, 0, 0.25, 0.3]],
    ['top_p', { topP: 0.56 }, [0.2, 0, 0, 0.25, 0.3]],
    ['min_p', { minP: 0.66 }, [0.2, 0, 0, 0.25, 0.3]],
    ['a ban', { logitBias: new Map([[4, -100]]) }, [0.2, 0.15, 0.1, 0.25, 0]],
    ['a bias of 100', { logitBias: new Map([[2, 100]]) }, [0, 0, 1, 0, 0]],
    ['a bias', { logitBias: new Map([[2, 2]]) }, [0.2, 0.15, 0.1 * Math.exp(2), 0.25, 0.3]],
  ])('follows %s', (_what, parameters, wanted) => {
    const sum = wanted.reduce((total, value) => total + value, 0);
    const taken = frequencies(parameters);
    for (const [at, value] of wanted.entries()) expect(taken[at]).toBeCloseTo(value / sum, 3);
  });

  it('takes none when all are banned', () => {
    const logitBias = new Map([0, 1, 2, 3, 4].map((token) => [token, -100]));
    const ranked = rank(WEIGHTS, { ...USUAL, logitBias }, new Map(), new Set());
    expect(takeToken(ranked, USUAL, 0.5)).toBeUndefined();
  });

  it('counts uses for the penalties, and the prompt for repetition', () => {
    const used = new Map([[4, 3]]);
    const penalties = { repetitionPenalty: 1.5, frequencyPenalty: 0.5, presencePenalty: 0.25 };
    const ranked = rank(WEIGHTS, { ...USUAL, ...penalties }, used, new Set([1]));
    const weights = new Map(ranked.map(({ token, logprob }) => [token, Math.exp(logprob)]));
    const next = (token: number) => (0.25 * (weights.get(token) ?? NaN)) / (weights.get(3) ?? NaN);
    expect(next(4)).toBeCloseTo(0.3 ** 1.5 * Math.exp(-3 * 0.5 - 0.25), 12);
    expect(next(1)).toBeCloseTo(0.15 ** 1.5, 12);
    expect(next(2)).toBeCloseTo(0.1, 12);
  });
});

describe('an answer', () => {
  function say(texts: readonly string[], seed: number, begun = '', temperature = 1): string {
    const prompt = [SPECIAL_TOKENS.assistant, ...tokenizer.encode(begun)];
    const choice = createChoice({
      prompt,
      texts,
      parameters: { sampling: { ...USUAL, temperature }, stops: [] },
      maxTokens: 4_000,
      alternatives: 0,
      random: createRandom(seed),
    });
    let text = '';
    for (let step = choice.step(); step !== null; step = choice.step()) text += step.text;
    expect(choice.finish?.reason).toBe('stop');
    return text;
  }

  it.each([
    'A title for a harbour',
    'What is white space?',
    'JSON, please',
    '写真',
    'The light',
    'A poster should',
    'Once. ',
  ])('to %j has no word that was not prepared, however hot it is', (question) => {
    const texts = [...answersTo(question), ...continuationsOf(question)];
    const words = new Set(texts.join('\n').match(/\p{L}+/gu));
    for (let seed = 0; seed < 20; seed += 1) {
      const said = say(texts, seed, '', 1.99);
      expect(said.match(/\p{L}+/gu)?.filter((word) => !words.has(word))).toEqual([]);
      expect(said).not.toMatch(/[‹›|]|\{subject\}/iu);
    }
  });

  it('goes on where a part of it ends', () => {
    const texts = ['The ‹warm|cool› light\n\nis ‹low|soft›.', 'Another one.'];
    for (const seed of [1, 2, 3]) {
      expect(say(texts, seed, 'The cool light')).toMatch(/^\n\nis (?:low|soft)\.$/u);
      expect(say(texts, seed, 'The cool light\n\nis')).toMatch(/^ (?:low|soft)\.$/u);
    }
  });
});

describe('the tokenizer', () => {
  it('gives every text back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
    );
  });

  it('names each token in a way of its own', () => {
    const labels = Array.from({ length: tokenizer.size }, (_none, id) => tokenizer.label(id));
    expect(new Set(labels).size).toBe(tokenizer.size);
  });
});
