import { TextDecoderByPiece } from './bytes.ts';
import { heaviestFirst, totalOf, type Weights, weightOf } from './distribution.ts';
import { predict, type Source } from './language-model.ts';
import type { Library } from './library.ts';
import type { Random } from './random.ts';
import { adjustWeights, Sampler, type SamplingParameters, type TokenCounts } from './sampling.ts';
import { specialTokens } from './vocabulary.ts';

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

/** What a choice is made with. */
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
const contextTokens = 1_024;

/** One answer in the making. */
export class Choice {
  readonly #options: ChoiceOptions;
  readonly #sampler: Sampler;
  readonly #context: number[];
  readonly #promptCounts: TokenCounts;
  readonly #counts = new Map<number, number>();
  readonly #decoder = new TextDecoderByPiece();
  readonly #tailLength: number;
  #tail = '';
  #offset = 0;
  #tokens = 0;
  #logprobs = 0;
  #finish: Finish | null = null;

  constructor(options: ChoiceOptions) {
    this.#options = options;
    this.#sampler = new Sampler(options.sampling, options.library.background);
    this.#context = [specialTokens.end, ...options.prompt].slice(-contextTokens);
    const isCounted = options.sampling.repetitionPenalty !== 1;
    this.#promptCounts = countsOf(isCounted ? options.prompt : []);
    this.#tailLength = Math.max(0, ...options.stops.map((stop) => stop.length - 1));
  }

  /** How it ended, or null while it goes on. */
  get finish(): Finish | null {
    return this.#finish;
  }

  /** Tokens so far. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Mean logarithm of the tokens' probability: what best_of goes by. */
  get meanLogprob(): number {
    return this.#tokens === 0 ? 0 : this.#logprobs / this.#tokens;
  }

  /** Makes the next token, or ends the answer and gives null. */
  step(): Step | null {
    const { library, sources, sampling, maxTokens } = this.#options;
    if (this.#finish !== null) return null;
    const predicted = predict(sources, library.background, this.#context);
    const weights = adjustWeights(predicted, sampling, this.#promptCounts, this.#counts);
    const token = this.#sampler.take(weights, this.#options.random);
    if (token === null || token === specialTokens.end) {
      this.#end('stop');
      return null;
    }
    const step = this.#record(token, weights);
    if (this.#finish === null && this.#tokens >= maxTokens) this.#end('length');
    return step;
  }

  #record(token: number, weights: Weights): Step {
    this.#context.push(token);
    this.#tokens += 1;
    this.#counts.set(token, (this.#counts.get(token) ?? 0) + 1);
    const decoded = this.#decoder.push(this.#options.library.tokenizer.bytes(token));
    const text = this.#upToStop(decoded);
    const total = totalOf(weights);
    const logprob = Math.log(weightOf(weights, token) / total);
    this.#logprobs += logprob;
    const alternatives = likeliest(weights, total, this.#options.alternatives);
    const step = { token, text, logprob, offset: this.#offset, alternatives };
    this.#offset += Array.from(text).length;
    return step;
  }

  /** The part of new text up to the end of the first stop sequence, if one ends in it. */
  #upToStop(text: string): string {
    const joined = this.#tail + text;
    const ends = this.#options.stops
      .map((stop) => ({ at: joined.indexOf(stop), length: stop.length }))
      .filter(({ at }) => at >= 0)
      .map(({ at, length }) => at + length);
    if (ends.length === 0) {
      this.#tail = this.#tailLength === 0 ? '' : joined.slice(-this.#tailLength);
      return text;
    }
    this.#finish = { reason: 'stop', rest: '' };
    return joined.slice(this.#tail.length, Math.min(...ends));
  }

  #end(reason: Finish['reason']): void {
    this.#finish = { reason, rest: this.#decoder.end() };
  }
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
