/** What followed a context, and how often. */
export interface Successors {
  total: number;
  readonly counts: Map<number, number>;
}

/** Longest context, in tokens: four ids of 13 bits make one exact number of 52. */
export const longestContext = 4;

/** Ids are below this number (see `vocabulary.ts`). */
const idBase = 8_192;

/** Counts of what follows the last one to four tokens in a body of texts. */
export class NgramCounts {
  readonly #byLength: readonly Map<number, Successors>[] = Array.from(
    { length: longestContext },
    () => new Map(),
  );
  readonly #single = new Map<number, number>();

  /** Counts one text. The first token is only a context. */
  add(tokens: readonly number[]): void {
    for (let at = 1; at < tokens.length; at += 1) {
      const token = tokens[at] ?? 0;
      this.#single.set(token, (this.#single.get(token) ?? 0) + 1);
      for (let length = 1; length <= Math.min(longestContext, at); length += 1) {
        const key = contextKey(tokens, at, length);
        const successors = this.#byLength[length - 1]?.get(key) ?? this.#begin(length, key);
        successors.total += 1;
        successors.counts.set(token, (successors.counts.get(token) ?? 0) + 1);
      }
    }
  }

  /**
   * What followed the last `length` of these tokens, or undefined when they were never met.
   *
   * @param length 1 to 4
   */
  after(tokens: readonly number[], length: number): Successors | undefined {
    if (tokens.length < length) return undefined;
    return this.#byLength[length - 1]?.get(contextKey(tokens, tokens.length, length));
  }

  /** How often each token was met. */
  get single(): ReadonlyMap<number, number> {
    return this.#single;
  }

  #begin(length: number, key: number): Successors {
    const successors: Successors = { total: 0, counts: new Map() };
    this.#byLength[length - 1]?.set(key, successors);
    return successors;
  }
}

/** The `length` tokens before `end` as one number. */
function contextKey(tokens: readonly number[], end: number, length: number): number {
  let key = 0;
  for (let at = end - length; at < end; at += 1) key = key * idBase + (tokens[at] ?? 0);
  return key;
}
