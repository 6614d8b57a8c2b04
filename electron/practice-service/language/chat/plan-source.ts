/**
 * A source of tokens that follows a text laid out beforehand, so that chat answers keep to their
 * topic.
 */
import type { Source } from '../language-model.ts';

const MATCHING = {
  /** Tokens that are compared: more than a paragraph has, so that shared ones do not confuse. */
  longest: 400,
  /** Factor by which each further matching token makes a place more likely. */
  base: 4,
  /** Part of the doubt that is left with each token that matches. */
  doubtLeft: 0.5,
} as const;

/**
 * Follows texts that were laid out beforehand.
 *
 * Every place in them is weighed by how far the tokens before it agree with the answer so far. So an
 * answer keeps to the text that it has begun with, may change to another one where they agree, and
 * finds its way back after words of its own.
 *
 * @param texts each from the token that every answer begins after to the one that ends it
 * @param loyalty 0 to 1, how closely the texts are kept to
 */
export function createPlanSource(texts: readonly (readonly number[])[], loyalty: number): Source {
  /** Where each token stands: numbers of text and place. */
  const placesOf = new Map<number, (readonly [number, number])[]>();
  for (const [number, text] of texts.entries()) {
    for (const [place, token] of text.slice(0, -1).entries()) {
      const known = placesOf.get(token);
      if (known === undefined) placesOf.set(token, [[number, place]]);
      else known.push([number, place]);
    }
  }
  return {
    add: (own, left, tokens) => {
      const places = placesOf.get(tokens.at(-1) ?? -1) ?? [];
      let [sum, longest] = [0, 0];
      const next = places.map(([number, place]) => {
        const text = texts[number] ?? [];
        const length = agreement(text, place, tokens);
        const weight = MATCHING.base ** length;
        sum += weight;
        longest = Math.max(longest, length);
        return [text[place + 1] ?? 0, weight] as const;
      });
      if (longest === 0) return left;
      const trust = left * loyalty * (1 - MATCHING.doubtLeft ** longest);
      for (const [token, weight] of next) {
        own.set(token, (own.get(token) ?? 0) + (trust * weight) / sum);
      }
      return left - trust;
    },
  };
}

/** How many tokens agree, going back from a place; all of them where the text begins. */
function agreement(text: readonly number[], place: number, tokens: readonly number[]): number {
  let length = 0;
  while (length < MATCHING.longest && text[place - length] === tokens[tokens.length - 1 - length]) {
    if (length === place) return MATCHING.longest;
    length += 1;
  }
  return length;
}
