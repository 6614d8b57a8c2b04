/** One answer while it is made, token by token, up to its end. */
import { createPieceDecoder } from './bytes.ts';
import { heaviestFirst, totalOf, type Weights, weightOf } from './distribution.ts';
import { predict, type Source } from './language-model.ts';
import type { Library } from './library.ts';
import type { Random } from './random.ts';
import {
  adjustWeights,
  createSampler,
  type SamplingParameters,
  type TokenCounts,
} from './sampling.ts';
import { SPECIAL_TOKENS } from './vocabulary.ts';

/** A token with the natural logarithm of its probability. */
export interface TokenLogprob {
  readonly token: number;
  readonly logprob: number;
}

/** One token of an answer. */
export interface Step extends TokenLogprob {
  /** The characters that it completes; empty in the middle of one. */
  readonly text: string;
  /** Code points of the answer before `text`. */
  readonly offset: number;
  /** The likeliest tokens in its place, the likeliest first. */
  readonly alternatives: readonly TokenLogprob[];
}

/** How an answer ended. */
export interface Finish {
  readonly reason: 'stop' | 'length';
  /** Text that comes after the last step: a replacement character for half a character. */
  readonly rest: string;
}

/** Everything that an answer is made with. */
export interface ChoiceOptions {
  readonly library: Library;
  readonly sources: readonly Source[];
  readonly prompt: readonly number[];
  readonly sampling: SamplingParameters;
  readonly maxTokens: number;
  /** Texts after which the answer ends; they stay in it. */
  readonly stops: readonly string[];
  /** Number of alternatives that each step lists. */
  readonly alternatives: number;
  readonly random: Random;
}

/** Tokens of the prompt that a source may look back at; more than any does. */
const CONTEXT_TOKENS = 1_024;

/** One answer in the making. */
export interface Choice {
  /** How it ended, or null while it goes on. */
  readonly finish: Finish | null;
  /** Tokens so far. */
  readonly tokens: number;
  /** Mean logarithm of the tokens' probability: the order in which best_of chooses. */
  readonly meanLogprob: number;
  /** Makes the next token, or ends the answer and gives null. */
  step(): Step | null;
}

/** Begins an answer. */
export function createChoice(options: ChoiceOptions): Choice {
  const { library, sources, sampling, maxTokens, stops } = options;
  const sampler = createSampler(sampling, library.background);
  const context = [SPECIAL_TOKENS.end, ...options.prompt].slice(-CONTEXT_TOKENS);
  const promptCounts = countsOf(sampling.repetitionPenalty === 1 ? [] : options.prompt);
  const counts = new Map<number, number>();
  const decoder = createPieceDecoder();
  const tailLength = Math.max(0, ...stops.map((stop) => stop.length - 1));
  let tail = '';
  let offset = 0;
  let tokens = 0;
  let logprobs = 0;
  let finish: Finish | null = null;

  function end(reason: Finish['reason']): void {
    finish = { reason, rest: decoder.end() };
  }

  function record(token: number, weights: Weights): Step {
    context.push(token);
    tokens += 1;
    counts.set(token, (counts.get(token) ?? 0) + 1);
    const text = upToStop(decoder.push(library.tokenizer.bytes(token)));
    const total = totalOf(weights);
    const logprob = Math.log(weightOf(weights, token) / total);
    logprobs += logprob;
    const alternatives = likeliest(weights, total, options.alternatives);
    const step = { token, text, logprob, offset, alternatives };
    offset += Array.from(text).length;
    return step;
  }

  /** The part of new text up to the end of the first stop sequence, if one ends in it. */
  function upToStop(text: string): string {
    const joined = tail + text;
    const ends = stops
      .map((stop) => ({ at: joined.indexOf(stop), length: stop.length }))
      .filter(({ at }) => at >= 0)
      .map(({ at, length }) => at + length);
    if (ends.length === 0) {
      tail = tailLength === 0 ? '' : joined.slice(-tailLength);
      return text;
    }
    finish = { reason: 'stop', rest: '' };
    return joined.slice(tail.length, Math.min(...ends));
  }

  return {
    get finish() {
      return finish;
    },
    get tokens() {
      return tokens;
    },
    get meanLogprob() {
      return tokens === 0 ? 0 : logprobs / tokens;
    },
    step: () => {
      if (finish !== null) return null;
      const predicted = predict(sources, library.background, context);
      const weights = adjustWeights(predicted, sampling, promptCounts, counts);
      const token = sampler.take(weights, options.random);
      if (token === null || token === SPECIAL_TOKENS.end) {
        end('stop');
        return null;
      }
      const step = record(token, weights);
      if (finish === null && tokens >= maxTokens) end('length');
      return step;
    },
  };
}

function likeliest(weights: Weights, total: number, count: number): readonly TokenLogprob[] {
  const found: TokenLogprob[] = [];
  if (count === 0) return found;
  for (const [token, weight] of heaviestFirst(weights)) {
    if (weight === 0) break;
    found.push({ token, logprob: Math.log(weight / total) });
    if (found.length === count) break;
  }
  return found;
}

function countsOf(tokens: readonly number[]): TokenCounts {
  const counts = new Map<number, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}
