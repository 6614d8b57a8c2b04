/** One answer while it is made, token by token, up to its end. */
import { followTexts } from './chat/follow.ts';
import type { Library, Weights } from './library.ts';
import type { Skill } from './models.ts';
import type { CallParameters } from './parameters.ts';
import type { Random } from './random.ts';
import { createRanking, takeToken, type TokenLogprob } from './sampling.ts';
import { SPECIAL_TOKENS } from './tokenizer.ts';

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
  readonly skill: Skill;
  readonly prompt: readonly number[];
  /** Answers to a chat that were laid out, without their end; none for a completion. */
  readonly plans: readonly (readonly number[])[];
  readonly parameters: CallParameters;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** Number of alternatives that each step lists. */
  readonly alternatives: number;
  readonly random: Random;
}

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

type Making = { -readonly [Field in keyof Choice]: Choice[Field] };

/** Begins an answer. */
export function createChoice(options: ChoiceOptions): Choice {
  const { library, skill, prompt, maxTokens } = options;
  const { sampling, stops } = options.parameters;
  const rank = createRanking(sampling, prompt);
  const begun = prompt.lastIndexOf(SPECIAL_TOKENS.assistant) + 1;
  const plan = followTexts(options.plans, prompt.slice(begun));
  const context = [SPECIAL_TOKENS.end, ...prompt.slice(-skill.memory)];
  const used = new Map<number, number>();
  const decoder = library.tokenizer.decoder();
  const longestStop = Math.max(0, ...stops.map((stop) => stop.length));
  /** The end of the text, as far as a stop sequence may have begun in it. */
  let tail = '';
  let offset = 0;
  let logprobs = 0;

  /** The library's weights, and mostly those of the laid out answers. */
  function weigh(): Weights {
    const weights = library.predict(context, skill);
    const next = plan.next();
    if (next.length === 0) return weights;
    for (const [token, weight] of weights) weights.set(token, weight * (1 - skill.loyalty));
    for (const token of next) {
      weights.set(token, (weights.get(token) ?? 0) + skill.loyalty / next.length);
    }
    return weights;
  }

  /** Where the first stop sequence in a text ends, or undefined when there is none. */
  function endOfStop(text: string): number | undefined {
    const found = stops.filter((stop) => text.includes(stop));
    const ends = found.map((stop) => text.indexOf(stop) + stop.length);
    return ends.sort((a, b) => a - b)[0];
  }

  function step(): Step | null {
    if (choice.finish !== null) return null;
    const ranked = rank(weigh(), used);
    const taken = takeToken(ranked, sampling, options.random);
    if (taken === null || taken.token === SPECIAL_TOKENS.end) {
      choice.finish = { reason: 'stop', rest: decoder.end() };
      return null;
    }
    const { token } = taken;
    context.push(token);
    if (context.length > 2 * skill.memory) context.splice(0, skill.memory);
    plan.follow(token);
    used.set(token, (used.get(token) ?? 0) + 1);
    choice.tokens += 1;
    logprobs += taken.logprob;
    choice.meanLogprob = logprobs / choice.tokens;

    const written = tail + decoder.push(token);
    const end = endOfStop(written);
    const text = written.slice(tail.length, end);
    tail = longestStop > 1 ? written.slice(1 - longestStop) : '';
    if (end !== undefined) choice.finish = { reason: 'stop', rest: '' };
    else if (choice.tokens >= maxTokens) choice.finish = { reason: 'length', rest: decoder.end() };
    const made = { ...taken, text, offset, alternatives: ranked.slice(0, options.alternatives) };
    offset += Array.from(text).length;
    return made;
  }

  const choice: Making = { finish: null, tokens: 0, meanLogprob: 0, step };
  return choice;
}
