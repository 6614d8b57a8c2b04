/** Estimates without the model's tokenizer: high at first, then by each model's learned ratio. */
import type { TokenUsage } from '../api/language-answer.ts';

/** Characters per token unless stated otherwise. */
const ESTIMATE = {
  /** A common word with its space is one token. */
  shortWord: 7,
  wordRest: 4,
  /** Base64 and hashes, which are no words. */
  longRun: 24,
  longRunRest: 2.3,
  digits: 2.5,
  /** Chinese, Japanese, Korean: tokens per character. */
  cjk: 0.95,
  /** Other scripts, and accented letters. */
  otherLetters: 2,
  /** Tokens per character beyond the basic plane, mostly emoji. */
  emoji: 2.5,
  /** Overhead of each message in a conversation. */
  message: 4,
  /** Pixels of a picture per token, as most models count: squares of about 27 pixels. */
  pictureArea: 750,
  /** Weight of the newest exact count. */
  weight: 0.3,
  /** Shorter prompts are ignored, because their overhead counts too much. */
  leastPrompt: 200,
  ratio: { min: 0.3, max: 3 },
} as const;

const PARTS =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(\p{N}+)|([A-Za-z]+)|(\p{L}[\p{L}\p{M}]*)|([^\S\n]{2,})|(\n+)|([^\s])/gu;

/** Keeps fractions so that sums don't drift. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [part, cjk, digits, word, letters, indent, lines] of text.matchAll(PARTS)) {
    if (cjk !== undefined) tokens += ESTIMATE.cjk;
    else if (digits !== undefined) tokens += Math.ceil(part.length / ESTIMATE.digits);
    else if (word !== undefined) tokens += tokensOfWord(part.length);
    else if (letters !== undefined) tokens += Math.ceil(part.length / ESTIMATE.otherLetters);
    else if (indent !== undefined || lines !== undefined) tokens += 1;
    else tokens += (part.codePointAt(0) ?? 0) > 0xffff ? ESTIMATE.emoji : 1;
  }
  return tokens;
}

function tokensOfWord(length: number): number {
  if (length >= ESTIMATE.longRun) return length / ESTIMATE.longRunRest;
  return 1 + Math.max(0, length - ESTIMATE.shortWord) / ESTIMATE.wordRest;
}

/** Includes the overhead of each message. */
export function estimateMessages(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text) + ESTIMATE.message, 0);
}

/** Returns an upper bound: pictures count as squares. */
export function estimatePictures(
  pictures: readonly { readonly longestSide: number }[] | undefined,
): number {
  return (pictures ?? []).reduce(
    (sum, { longestSide }) => sum + Math.ceil(longestSide ** 2 / ESTIMATE.pictureArea),
    0,
  );
}

export interface TokenCount {
  readonly tokens: number;
  readonly isEstimate: boolean;
}

/** Last exact usage on the path: everything up to and including that answer. */
interface UsageAnchor {
  /** Prompt and answer together. */
  readonly tokens: number;
}

/**
 * @param anchor missing if nothing is known, earlier texts changed, or the model is another one
 * @param estimate of all texts after the anchor
 * @param ratio learned for the model, initially 1
 * @param pictures tokens, to which the ratio doesn't apply
 */
export function countPath(
  anchor: UsageAnchor | undefined,
  estimate: number,
  ratio: number,
  pictures = 0,
): TokenCount {
  const estimated = estimate * ratio + pictures;
  const isExact = anchor !== undefined && estimated === 0;
  return { tokens: Math.ceil((anchor?.tokens ?? 0) + estimated), isEstimate: !isExact };
}

/** Returns prompt and answer without reasoning, which no later request contains. */
export function tokensWithoutThoughts(usage: TokenUsage): number {
  const { promptTokens, completionTokens, totalTokens, reasoningTokens = 0 } = usage;
  if (reasoningTokens === 0) return totalTokens;
  // Some services leave reasoning out of the completion count.
  const isApart =
    reasoningTokens > completionTokens || totalTokens > promptTokens + completionTokens;
  return promptTokens + completionTokens - (isApart ? 0 : reasoningTokens);
}

/** @param estimate of the same prompt, with a ratio of 1 */
export function learnedRatio(before: number, promptTokens: number, estimate: number): number {
  if (promptTokens < ESTIMATE.leastPrompt || estimate <= 0) return before;
  const { min, max } = ESTIMATE.ratio;
  const seen = Math.min(max, Math.max(min, promptTokens / estimate));
  return before + (seen - before) * ESTIMATE.weight;
}
