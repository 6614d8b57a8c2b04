/** Following texts that were laid out, so that an answer to a chat keeps to its topic. */
import { SPECIAL_TOKENS } from '../tokenizer.ts';

/** Tokens of a text that an answer may skip to get back to it. */
const REACH = 8;

/** The places of an answer in the texts that it follows. */
export interface Places {
  /** The next token of each text that the answer agrees with; none when there are no texts. */
  next(): readonly number[];
  /** Goes on after a token, whether it was expected or not. */
  follow(token: number): void;
}

/**
 * Follows texts: those that agree with the answer are kept; when none does, each takes the token for
 * one that comes soon, or for the next one. A text that is over begins again.
 *
 * @param begun tokens of the answer that are there already; texts that begin in another way come
 *   after them from their beginning
 */
export function followTexts(
  texts: readonly (readonly number[])[],
  begun: readonly number[],
): Places {
  let places = texts.map((text) => ({ text: [...text, SPECIAL_TOKENS.end as number], at: 0 }));

  function follow(token: number): void {
    const agreeing = places.filter(({ text, at }) => text[at] === token);
    if (agreeing.length > 0) places = agreeing;
    for (const place of places) {
      const skipped = place.text.slice(place.at, place.at + REACH).indexOf(token);
      place.at = (place.at + Math.max(0, skipped) + 1) % place.text.length;
    }
  }

  if (texts.some((text) => text[0] === begun[0])) begun.forEach(follow);
  return { next: () => places.map(({ text, at }) => text[at] ?? SPECIAL_TOKENS.end), follow };
}
