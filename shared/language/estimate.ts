/**
 * An estimate of tokens without a model's own tokenizer. It over-estimates at first, learns each model's
 * ratio from exact usage, and always says that it is an estimate.
 */

/** Numbers of this module, in characters by token where nothing else is said. */
const ESTIMATE = {
  /** A common word with its space is one token. */
  shortWord: 7,
  wordRest: 4,
  /** Base64, hashes: no words at all. */
  longRun: 24,
  longRunRest: 2.3,
  digits: 2.5,
  /** Chinese, Japanese, Korean: tokens by character. */
  cjk: 0.95,
  /** Other scripts, and letters with accents. */
  otherLetters: 2,
  /** Tokens of a character beyond the basic plane, mostly emoji. */
  emoji: 2.5,
  /** Around each message of a conversation. */
  message: 4,
  /** Pixels of a picture by token, as most models count: in squares of some 27 pixels. */
  pictureArea: 750,
  /** Weight of the newest exact count. */
  weight: 0.3,
  /** Shorter prompts teach nothing: what surrounds them counts too much. */
  leastPrompt: 200,
  ratio: { min: 0.3, max: 3 },
} as const;

const PARTS =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(\p{N}+)|([A-Za-z]+)|(\p{L}[\p{L}\p{M}]*)|([^\S\n]{2,})|(\n+)|([^\s])/gu;

/** Tokens of a text, at least; fractions are kept so that sums do not drift. */
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

/** Tokens of a conversation as it is sent. */
export function estimateMessages(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text) + ESTIMATE.message, 0);
}

/**
 * Tokens of pictures by the size in which they are sent, at most: each counts as a square.
 *
 * @param pictures.longestSide pixels
 */
export function estimatePictures(
  pictures: readonly { readonly longestSide: number }[] | undefined,
): number {
  return (pictures ?? []).reduce(
    (sum, { longestSide }) => sum + Math.ceil(longestSide ** 2 / ESTIMATE.pictureArea),
    0,
  );
}

/** A number of tokens, and whether it is exact. */
export interface TokenCount {
  readonly tokens: number;
  readonly isEstimate: boolean;
}

/** The last exact usage on the path: all up to and with that answer. */
export interface UsageAnchor {
  /** Prompt and answer together. */
  readonly tokens: number;
}

/**
 * Tokens that the next request has.
 *
 * @param anchor left out when nothing is known, when the system message or earlier texts have changed,
 *   or when the model is another one
 * @param estimate of all texts after the anchor, or of all texts when there is none
 * @param ratio learned for the model, 1 until then
 * @param pictures tokens of the pictures of these texts; the ratio is one of texts alone
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

/**
 * The ratio after one more exact count.
 *
 * @param estimate of the same prompt, with a ratio of 1
 */
export function learnedRatio(before: number, promptTokens: number, estimate: number): number {
  if (promptTokens < ESTIMATE.leastPrompt || estimate <= 0) return before;
  const { min, max } = ESTIMATE.ratio;
  const seen = Math.min(max, Math.max(min, promptTokens / estimate));
  return before + (seen - before) * ESTIMATE.weight;
}
