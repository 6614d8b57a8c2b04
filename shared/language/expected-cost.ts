import type { LanguageRequest } from '../contract/language.ts';
import { estimateMessages, estimatePictures, estimateTokens } from './estimate.ts';

/** 1/10000 USD per million tokens. */
interface Prices {
  readonly priceIn: number;
  readonly priceOut: number;
}

/** Tokens of an answer without a length limit, for budget checks only. */
const USUAL_ANSWER = 500;

/** Estimates the texts with a ratio of 1. */
export function promptTokensOf(request: LanguageRequest): number {
  if (request.kind === 'chat') {
    return estimateMessages(request.messages.map(({ content }) => content));
  }
  return promptTexts(request.prompt).reduce<number>(
    (sum, prompt) => sum + (typeof prompt === 'string' ? estimateTokens(prompt) : 0),
    0,
  );
}

/** Returns tokens to which a ratio learned from texts does not apply: pictures and token ids. */
export function otherTokensOf(request: LanguageRequest): number {
  if (request.kind === 'chat') {
    return request.messages.reduce((sum, { pictures }) => sum + estimatePictures(pictures), 0);
  }
  return promptTexts(request.prompt).reduce<number>(
    (sum, prompt) => sum + (typeof prompt === 'string' ? 0 : prompt),
    0,
  );
}

export function tokensToSend(request: LanguageRequest, ratio: number): number {
  return promptTokensOf(request) * ratio + otherTokensOf(request);
}

/** Returns the answers that a request bills: `bestOf` bills all candidates. */
export function billedAnswers(request: LanguageRequest): number {
  const prompts = request.kind === 'chat' ? 1 : promptTexts(request.prompt).length;
  const candidates = request.kind === 'chat' ? undefined : request.bestOf;
  return prompts * Math.max(1, request.n ?? 1, candidates ?? 1);
}

/** 1/10000 USD, with fractions: `least` without answers, `most` with answers of full length. */
export function costRange(
  request: LanguageRequest,
  prices: Prices | undefined,
  ratio: number,
): { readonly least: number | undefined; readonly most: number | undefined } {
  if (prices === undefined) return { least: undefined, most: undefined };
  const least = (tokensToSend(request, ratio) * prices.priceIn) / 1_000_000;
  if (request.maxTokens === undefined) return { least, most: undefined };
  const answers = billedAnswers(request) * request.maxTokens;
  return { least, most: least + (answers * prices.priceOut) / 1_000_000 };
}

/** Returns 1/10000 USD, with fractions, for budget checks; `undefined` without a known price. */
export function expectedCost(
  request: LanguageRequest,
  prices: Prices | undefined,
  ratio: number,
): number | undefined {
  const limited = { ...request, maxTokens: request.maxTokens ?? USUAL_ANSWER };
  return costRange(limited, prices, ratio).most;
}

/** Estimates 1/10000 USD for an answer without usage. */
export function costOfText(
  request: LanguageRequest,
  texts: readonly string[],
  prices: Partial<Prices>,
  ratio: number,
): number | undefined {
  const { priceIn, priceOut } = prices;
  if (priceIn === undefined || priceOut === undefined) return undefined;
  const answers = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return (tokensToSend(request, ratio) * priceIn + ratio * answers * priceOut) / 1_000_000;
}

/** Each prompt as its text, or its number of tokens. */
function promptTexts(
  prompt: Extract<LanguageRequest, { kind: 'completion' }>['prompt'],
): readonly (string | number)[] {
  if (typeof prompt === 'string') return [prompt];
  const texts: (string | number)[] = [];
  let tokens = 0;
  for (const part of prompt) {
    if (typeof part === 'number') tokens += 1;
    else texts.push(typeof part === 'string' ? part : part.length);
  }
  return tokens > 0 ? [...texts, tokens] : texts;
}
