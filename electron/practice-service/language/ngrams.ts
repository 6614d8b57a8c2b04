/** Counts of the tokens that follow each context. */

/** The tokens that followed a context, and how often each did. */
export interface Successors {
  readonly total: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** Longest context, in tokens: four ids of 13 bits make one exact number of 52. */
export const LONGEST_CONTEXT = 4;

/** Ids are below this number (see `vocabulary.ts`). */
const ID_BASE = 8_192;

/** Counts of the tokens that follow the last one to four tokens in a body of texts. */
export interface NgramCounts {
  /**
   * The successors of the last `length` of these tokens, or undefined when they were never met.
   *
   * @param length 1 to 4
   */
  after(tokens: readonly number[], length: number): Successors | undefined;
  /** How often each token was met. */
  readonly single: ReadonlyMap<number, number>;
}

/** Counts texts. The first token of each is only a context. */
export function countNgrams(texts: Iterable<readonly number[]>): NgramCounts {
  const byLength = Array.from(
    { length: LONGEST_CONTEXT },
    () => new Map<number, { total: number; readonly counts: Map<number, number> }>(),
  );
  const single = new Map<number, number>();
  for (const tokens of texts) {
    for (let at = 1; at < tokens.length; at += 1) {
      const token = tokens[at] ?? 0;
      single.set(token, (single.get(token) ?? 0) + 1);
      for (const [index, contexts] of byLength.entries()) {
        if (index >= at) break;
        const key = contextKey(tokens, at, index + 1);
        const successors = contexts.get(key) ?? { total: 0, counts: new Map() };
        successors.total += 1;
        successors.counts.set(token, (successors.counts.get(token) ?? 0) + 1);
        contexts.set(key, successors);
      }
    }
  }
  return {
    single,
    after: (tokens, length) =>
      tokens.length < length
        ? undefined
        : byLength[length - 1]?.get(contextKey(tokens, tokens.length, length)),
  };
}

/** The `length` tokens before `end` as one number. */
function contextKey(tokens: readonly number[], end: number, length: number): number {
  let key = 0;
  for (let at = end - length; at < end; at += 1) key = key * ID_BASE + (tokens[at] ?? 0);
  return key;
}
