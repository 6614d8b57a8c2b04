/** Tokens are taken as often as their weights and the call's parameters say. */
import { describe, expect, it } from 'vitest';
import {
  createBackground,
  heaviestFirst,
  totalOf,
  weightOf,
  type Weights,
} from './distribution.ts';
import { createRandom } from './random.ts';
import { adjustWeights, createSampler, type SamplingParameters } from './sampling.ts';

const BACKGROUND = createBackground(Float64Array.of(0.4, 0.3, 0.2, 0.05, 0.05));
/** Token 3 and 4 have weights of their own; the others share 0.5 as the background says. */
const WEIGHTS: Weights = {
  own: new Map([
    [3, 0.25],
    [4, 0.3],
  ]),
  share: 0.5,
  background: BACKGROUND,
};

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
function frequencies(from: Weights, parameters: Partial<SamplingParameters>): readonly number[] {
  const sampler = createSampler({ ...USUAL, ...parameters }, BACKGROUND);
  const random = createRandom(11);
  const counts = [0, 0, 0, 0, 0];
  const draws = 20_000;
  for (let draw = 0; draw < draws; draw += 1) {
    const token = sampler.take(from, random) ?? -1;
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts.map((count) => count / draws);
}

function expectClose(actual: readonly number[], wanted: readonly number[]): void {
  const sum = wanted.reduce((total, value) => total + value, 0);
  for (const [at, value] of wanted.entries()) expect(actual[at]).toBeCloseTo(value / sum, 1.5);
}

describe('weights', () => {
  it('are those of their own or the share of the background', () => {
    expect([0, 1, 2, 3, 4].map((token) => weightOf(WEIGHTS, token))).toEqual([
      0.2, 0.15, 0.1, 0.25, 0.3,
    ]);
    expect(totalOf(WEIGHTS)).toBeCloseTo(1, 12);
    expect([...heaviestFirst(WEIGHTS)].map(([token]) => token)).toEqual([4, 3, 0, 1, 2]);
  });
});

describe('a sampler', () => {
  it('takes tokens as often as they are likely', () => {
    expectClose(frequencies(WEIGHTS, {}), [0.2, 0.15, 0.1, 0.25, 0.3]);
  });

  it('raises probabilities to the power of 1 / temperature', () => {
    for (const temperature of [0.5, 1.9]) {
      const wanted = [0.2, 0.15, 0.1, 0.25, 0.3].map((p) => p ** (1 / temperature));
      expectClose(frequencies(WEIGHTS, { temperature }), wanted);
    }
    expectClose(frequencies(WEIGHTS, { temperature: 0.001 }), [0, 0, 0, 0, 1]);
  });

  it('cuts off by top_k, top_p and min_p', () => {
    expectClose(frequencies(WEIGHTS, { topK: 2 }), [0, 0, 0, 0.25, 0.3]);
    expectClose(frequencies(WEIGHTS, { topP: 0.54 }), [0, 0, 0, 0.25, 0.3]);
    expectClose(frequencies(WEIGHTS, { topP: 0.56 }), [0.2, 0, 0, 0.25, 0.3]);
    expectClose(frequencies(WEIGHTS, { topP: 1 }), [0.2, 0.15, 0.1, 0.25, 0.3]);
    expectClose(frequencies(WEIGHTS, { minP: 0.66 }), [0.2, 0, 0, 0.25, 0.3]);
    expectClose(frequencies(WEIGHTS, { minP: 0 }), [0.2, 0.15, 0.1, 0.25, 0.3]);
  });

  it('never takes a banned token, and none when all are banned', () => {
    const logitBias = new Map([0, 1, 2, 4].map((token) => [token, -100]));
    const adjusted = adjustWeights(WEIGHTS, { ...USUAL, logitBias }, new Map(), new Map());
    expectClose(frequencies(adjusted, { temperature: 1.9 }), [0, 0, 0, 1, 0]);
    const all = new Map([0, 1, 2, 3, 4].map((token) => [token, -100]));
    const none = adjustWeights(WEIGHTS, { ...USUAL, logitBias: all }, new Map(), new Map());
    expect(createSampler(USUAL, BACKGROUND).take(none, createRandom(1))).toBeNull();
  });

  it('always takes a forced token, also at the lowest temperature and with the smallest chance', () => {
    const unlikely = { ...WEIGHTS, share: 1e-9 };
    const logitBias = new Map([[2, 100]]);
    const adjusted = adjustWeights(unlikely, { ...USUAL, logitBias }, new Map(), new Map());
    for (const temperature of [0.001, 1, 1.99]) {
      expect(frequencies(adjusted, { temperature })[2]).toBe(1);
    }
  });
});

describe('penalties', () => {
  const answer = new Map([
    [4, 3],
    [0, 1],
  ]);
  const prompt = new Map([[1, 2]]);

  it('count uses in the answer, or only whether there was one', () => {
    const frequent = adjustWeights(WEIGHTS, { ...USUAL, frequencyPenalty: 0.5 }, prompt, answer);
    expect(weightOf(frequent, 4)).toBeCloseTo(0.3 * Math.exp(-1.5), 12);
    expect(weightOf(frequent, 0)).toBeCloseTo(0.2 * Math.exp(-0.5), 12);
    expect(weightOf(frequent, 1)).toBe(0.15);
    const present = adjustWeights(WEIGHTS, { ...USUAL, presencePenalty: -0.5 }, prompt, answer);
    expect(weightOf(present, 4)).toBeCloseTo(0.3 * Math.exp(0.5), 12);
  });

  it('scale the logarithm for repetition, prompt included', () => {
    const adjusted = adjustWeights(WEIGHTS, { ...USUAL, repetitionPenalty: 1.5 }, prompt, answer);
    expect(weightOf(adjusted, 4)).toBeCloseTo(0.3 ** 1.5, 12);
    expect(weightOf(adjusted, 1)).toBeCloseTo(0.15 ** 1.5, 12);
    expect(weightOf(adjusted, 3)).toBe(0.25);
  });

  it('add up with each other and with a bias', () => {
    const adjusted = adjustWeights(
      WEIGHTS,
      {
        ...USUAL,
        repetitionPenalty: 1.5,
        frequencyPenalty: 0.5,
        presencePenalty: 0.25,
        logitBias: new Map([[4, 2]]),
      },
      prompt,
      answer,
    );
    expect(weightOf(adjusted, 4)).toBeCloseTo(0.3 ** 1.5 * Math.exp(-1.5 - 0.25 + 2), 12);
  });
});
