/** Tokens are taken as often as their weights and the call's parameters say. */
import { describe, expect, it } from 'vitest';
import type { Weights } from './library.ts';
import { createRandom } from './random.ts';
import { createRanking, type SamplingParameters, takeToken } from './sampling.ts';

const WEIGHTS: Weights = new Map([
  [0, 0.2],
  [1, 0.15],
  [2, 0.1],
  [3, 0.25],
  [4, 0.3],
]);

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
function frequencies(parameters: Partial<SamplingParameters>, from = WEIGHTS): readonly number[] {
  const sampling = { ...USUAL, ...parameters };
  const ranked = createRanking(sampling, [])(from, new Map());
  const random = createRandom(11);
  const counts = [0, 0, 0, 0, 0];
  const draws = 20_000;
  for (let draw = 0; draw < draws; draw += 1) {
    const token = takeToken(ranked, sampling, random)?.token ?? -1;
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts.map((count) => count / draws);
}

function expectClose(actual: readonly number[], wanted: readonly number[]): void {
  const sum = wanted.reduce((total, value) => total + value, 0);
  for (const [at, value] of wanted.entries()) expect(actual[at]).toBeCloseTo(value / sum, 1.5);
}

describe('a ranking', () => {
  it('has the likeliest tokens first, with probabilities that add up to 1', () => {
    const ranked = createRanking(USUAL, [])(new Map([...WEIGHTS, [7, 0.3]]), new Map());
    expect(ranked.map(({ token }) => token)).toEqual([4, 7, 3, 0, 1, 2]);
    expect(ranked.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0)).toBeCloseTo(1, 12);
    expect(ranked[0]?.logprob).toBeCloseTo(Math.log(0.3 / 1.3), 12);
  });
});

describe('taking a token', () => {
  it('takes tokens as often as they are likely', () => {
    expectClose(frequencies({}), [0.2, 0.15, 0.1, 0.25, 0.3]);
  });

  it('raises probabilities to the power of 1 / temperature', () => {
    for (const temperature of [0.5, 1.9]) {
      const wanted = [0.2, 0.15, 0.1, 0.25, 0.3].map((p) => p ** (1 / temperature));
      expectClose(frequencies({ temperature }), wanted);
    }
    expectClose(frequencies({ temperature: 0.001 }), [0, 0, 0, 0, 1]);
  });

  it('cuts off by top_k, top_p and min_p', () => {
    expectClose(frequencies({ topK: 2 }), [0, 0, 0, 0.25, 0.3]);
    expectClose(frequencies({ topP: 0.54 }), [0, 0, 0, 0.25, 0.3]);
    expectClose(frequencies({ topP: 0.56 }), [0.2, 0, 0, 0.25, 0.3]);
    expectClose(frequencies({ topP: 1 }), [0.2, 0.15, 0.1, 0.25, 0.3]);
    expectClose(frequencies({ minP: 0.66 }), [0.2, 0, 0, 0.25, 0.3]);
    expectClose(frequencies({ minP: 0 }), [0.2, 0.15, 0.1, 0.25, 0.3]);
  });

  it('never takes a banned token, and none when all are banned', () => {
    const logitBias = new Map([0, 1, 2, 4].map((token) => [token, -100]));
    expectClose(frequencies({ logitBias, temperature: 1.9 }), [0, 0, 0, 1, 0]);
    const all = { ...USUAL, logitBias: new Map([0, 1, 2, 3, 4].map((token) => [token, -100])) };
    const none = createRanking(all, [])(WEIGHTS, new Map());
    expect(takeToken(none, all, createRandom(1))).toBeNull();
  });

  it('always takes a forced token, also at the lowest temperature and with the smallest chance', () => {
    const unlikely = new Map([...WEIGHTS, [2, 1e-9]]);
    const logitBias = new Map([[2, 100]]);
    for (const temperature of [0.001, 1, 1.99]) {
      expect(frequencies({ logitBias, temperature }, unlikely)[2]).toBe(1);
      expect(frequencies({ logitBias, temperature }, new Map([[4, 1]]))[2]).toBe(1);
    }
  });

  it('may take a token that has nothing but a bias', () => {
    const logitBias = new Map([[1, 99]]);
    expect(frequencies({ logitBias }, new Map([[4, 1]]))[1]).toBe(1);
  });
});

describe('penalties', () => {
  const used = new Map([
    [4, 3],
    [0, 1],
  ]);
  const prompt = [1, 1];

  /** What becomes of the weight of a token, next to that of token 3, which stays as it is. */
  function weightsAfter(parameters: Partial<SamplingParameters>): (token: number) => number {
    const ranked = createRanking({ ...USUAL, ...parameters }, prompt)(WEIGHTS, used);
    const weights = new Map(ranked.map(({ token, logprob }) => [token, Math.exp(logprob)]));
    return (token) => (0.25 * (weights.get(token) ?? NaN)) / (weights.get(3) ?? NaN);
  }

  it('count uses in the answer, or only whether there was one', () => {
    const frequent = weightsAfter({ frequencyPenalty: 0.5 });
    expect(frequent(4)).toBeCloseTo(0.3 * Math.exp(-1.5), 12);
    expect(frequent(0)).toBeCloseTo(0.2 * Math.exp(-0.5), 12);
    expect(frequent(1)).toBeCloseTo(0.15, 12);
    const present = weightsAfter({ presencePenalty: -0.5 });
    expect(present(4)).toBeCloseTo(0.3 * Math.exp(0.5), 12);
  });

  it('scale the logarithm for repetition, prompt included', () => {
    const adjusted = weightsAfter({ repetitionPenalty: 1.5 });
    expect(adjusted(4)).toBeCloseTo(0.3 ** 1.5, 12);
    expect(adjusted(1)).toBeCloseTo(0.15 ** 1.5, 12);
    expect(adjusted(2)).toBeCloseTo(0.1, 12);
  });

  it('add up with each other and with a bias', () => {
    const adjusted = weightsAfter({
      repetitionPenalty: 1.5,
      frequencyPenalty: 0.5,
      presencePenalty: 0.25,
      logitBias: new Map([[4, 2]]),
    });
    expect(adjusted(4)).toBeCloseTo(0.3 ** 1.5 * Math.exp(-1.5 - 0.25 + 2), 12);
  });

  it('stay numbers in the longest answers', () => {
    const sampling = { ...USUAL, frequencyPenalty: -1.9 };
    const ranked = createRanking(sampling, [])(WEIGHTS, new Map([[2, 100_000]]));
    expect(ranked.map(({ token }) => token)).toEqual([2, 4, 3, 0, 1]);
    expect(ranked.every(({ logprob }) => Number.isFinite(logprob))).toBe(true);
  });
});
