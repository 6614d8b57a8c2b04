/** Returns whole numbers from 0 up to, and without, the bound. */
export type RandomBelow = (bound: number) => number;

/** xorshift32 (Marsaglia 2003). @param seed any number but 0 */
export function createRandom(seed: number): RandomBelow {
  let state = seed | 0;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) % bound) | 0;
  };
}
