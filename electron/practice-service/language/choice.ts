/** Makes one answer token by token: a path through the prepared texts, up to its end. */
import type { SamplingParameters } from './parameters.ts';
import { SPECIAL_TOKENS, tokenizer } from './tokenizer.ts';

export interface TokenLogprob {
  readonly token: number;
  /** Natural logarithm of its probability, after penalties and bias. */
  readonly logprob: number;
}

export interface Step extends TokenLogprob {
  /** The characters it completes; empty in the middle of one. */
  readonly text: string;
  /** Code points of the answer before `text`. */
  readonly offset: number;
  readonly alternatives: readonly TokenLogprob[];
}

interface Finish {
  readonly reason: 'stop' | 'length';
  /** Text after the last step: a replacement character for half a character. */
  readonly rest: string;
}

export type ChoiceEvent =
  | { readonly index: number; readonly step: Step }
  | { readonly index: number; readonly finish: Finish };

type Weights = Map<number, number>;

const WEIGHT = {
  /** Each further side of a choice, relative to the previous one. */
  nextSide: 0.7,
  /** Another answer, for a call that bans the end. */
  another: 1e-5,
  /** Words listed in every place; a penalty or a bias can raise them. */
  listed: 1e-10,
  biased: 1e-6,
  /** Share of the likeliest token below which tokens are never taken. */
  least: 1e-4,
} as const;

const LISTED_WORDS = tokenizer.encode(
  ' and the with light a in of soft to is for on by it as at from that one more',
);
const PARAGRAPH = tokenizer.encode('\n\n');

interface Node {
  readonly token: number;
  readonly next: Node[];
}

function followTexts(texts: readonly string[], begun: readonly number[]) {
  const start = graphOf(texts);
  let places: readonly Node[] = [start];

  function follow(token: number): void {
    const next = places.flatMap((place) => place.next);
    const agreeing = next.filter((node) => node.token === token);
    // an unexpected token takes the place of the expected one
    places = agreeing.length > 0 ? agreeing : next.filter((node) => node.next.length > 0);
    if (places.length === 0) places = [start];
  }

  if (start.next.some(({ token }) => token === begun[0])) begun.forEach(follow);
  return {
    follow,
    weigh: (): Weights => {
      const weights: Weights = new Map(LISTED_WORDS.map((token) => [token, WEIGHT.listed]));
      for (const { next } of places) {
        for (const [side, { token }] of next.entries()) {
          weights.set(token, (weights.get(token) ?? 0) + WEIGHT.nextSide ** side);
        }
      }
      if (weights.has(SPECIAL_TOKENS.end)) {
        for (const token of PARAGRAPH) weights.set(token, WEIGHT.another);
      }
      return weights;
    },
  };
}

/** Parses texts in which `‹a|b›` is a choice; a space before it belongs to each side. */
function graphOf(texts: readonly string[]): Node {
  const start: Node = { token: SPECIAL_TOKENS.end, next: [] };
  const end: Node = { token: SPECIAL_TOKENS.end, next: [] };
  for (const text of texts) {
    let last: readonly Node[] = [start];
    for (const part of text.split(/( ?‹[^›]*›)/u)) {
      const space = part.startsWith(' ‹') ? ' ' : '';
      const sides = /^ ?‹/u.test(part)
        ? part
            .slice(space.length + 1, -1)
            .split('|')
            .map((side) => space + side)
        : [part];
      last = sides.flatMap((side) => append(last, tokenizer.encode(side)));
    }
    for (const node of last) node.next.push(end);
  }
  return start;
}

function append(nodes: readonly Node[], tokens: readonly number[]): readonly Node[] {
  let last = nodes;
  for (const token of tokens) {
    const node: Node = { token, next: [] };
    for (const before of last) before.next.push(node);
    last = [node];
  }
  return last;
}

/** The repetition penalty scales the logarithm (Keskar et al. 2019), the others are subtracted. */
export function rank(
  weights: ReadonlyMap<number, number>,
  parameters: SamplingParameters,
  used: ReadonlyMap<number, number>,
  prompt: ReadonlySet<number>,
): readonly TokenLogprob[] {
  const { frequencyPenalty, presencePenalty, repetitionPenalty, logitBias } = parameters;
  const forced = [...logitBias.keys()].filter((token) => logitBias.get(token) === 100);
  const tokens = forced.length > 0 ? forced : new Set([...weights.keys(), ...logitBias.keys()]);
  const logits: TokenLogprob[] = [];
  for (const token of tokens) {
    const bias = logitBias.get(token) ?? 0;
    if (bias === -100) continue;
    const uses = used.get(token) ?? 0;
    let logprob = Math.log(weights.get(token) ?? WEIGHT.biased);
    if (uses > 0 || prompt.has(token)) logprob *= repetitionPenalty;
    if (uses > 0) logprob -= frequencyPenalty * uses + presencePenalty;
    logits.push({ token, logprob: logprob + bias });
  }
  logits.sort((a, b) => b.logprob - a.logprob || a.token - b.token);
  const highest = logits[0]?.logprob ?? 0;
  const sum = logits.reduce((total, { logprob }) => total + Math.exp(logprob - highest), 0);
  const shift = highest + Math.log(sum);
  return logits.map(({ token, logprob }) => ({ token, logprob: logprob - shift }));
}

/** @param at 0 up to, and without, 1: the place among the probabilities */
export function takeToken(
  ranked: readonly TokenLogprob[],
  { temperature, topK, topP, minP }: SamplingParameters,
  at: number,
): TokenLogprob | undefined {
  const highest = ranked[0]?.logprob ?? 0;
  const likely = ranked.filter(({ logprob }) => logprob - highest >= Math.log(WEIGHT.least));
  const weights = likely.map(({ logprob }) => Math.exp((logprob - highest) / temperature));
  const enough = (topP ?? 1) * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const kept = weights.slice(0, topK ?? weights.length).filter((weight) => {
    const isKept = (topP === null || sum < enough) && weight >= (minP ?? 0);
    if (isKept) sum += weight;
    return isKept;
  });
  let place = at * sum;
  const taken = kept.findIndex((weight) => (place -= weight) < 0);
  return ranked[Math.max(0, taken)];
}

interface ChoiceOptions {
  readonly prompt: readonly number[];
  readonly texts: readonly string[];
  readonly parameters: { readonly sampling: SamplingParameters; readonly stops: readonly string[] };
  readonly maxTokens: number;
  readonly alternatives: number;
  readonly random: () => number;
}

export type Choice = ReturnType<typeof createChoice>;

export function createChoice(options: ChoiceOptions) {
  const { prompt, maxTokens, random } = options;
  const { sampling, stops } = options.parameters;
  const begun = prompt.lastIndexOf(SPECIAL_TOKENS.assistant) + 1;
  const script = followTexts(options.texts, begun === 0 ? [] : prompt.slice(begun));
  const inPrompt = new Set(sampling.repetitionPenalty === 1 ? [] : prompt);
  const used = new Map<number, number>();
  const decoder = tokenizer.decoder();
  const longestStop = Math.max(0, ...stops.map((stop) => stop.length));
  /** The end of the text, in which a stop sequence may have begun. */
  let tail = '';
  let offset = 0;
  let logprobs = 0;
  const choice = {
    finish: null as Finish | null,
    tokens: 0,
    /** Mean logarithm of the tokens' probability, by which best_of ranks. */
    meanLogprob: 0,
    step,
  };

  function step(): Step | null {
    if (choice.finish !== null) return null;
    const ranked = rank(script.weigh(), sampling, used, inPrompt);
    const taken = takeToken(ranked, sampling, random());
    if (taken === undefined || taken.token === SPECIAL_TOKENS.end) {
      choice.finish = { reason: 'stop', rest: decoder.end() };
      return null;
    }
    const { token } = taken;
    script.follow(token);
    used.set(token, (used.get(token) ?? 0) + 1);
    choice.tokens += 1;
    logprobs += taken.logprob;
    choice.meanLogprob = logprobs / choice.tokens;

    const written = tail + decoder.push(token);
    const ends = stops.flatMap((stop) =>
      written.includes(stop) ? [written.indexOf(stop) + stop.length] : [],
    );
    const isStopped = ends.length > 0;
    const text = written.slice(tail.length, isStopped ? Math.min(...ends) : undefined);
    tail = longestStop > 1 ? written.slice(1 - longestStop) : '';
    if (isStopped) choice.finish = { reason: 'stop', rest: '' };
    else if (choice.tokens >= maxTokens) choice.finish = { reason: 'length', rest: decoder.end() };
    const made = { ...taken, text, offset, alternatives: ranked.slice(0, options.alternatives) };
    offset += Array.from(text).length;
    return made;
  }

  return choice;
}
