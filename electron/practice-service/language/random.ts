/** Seeded random numbers for texts, so that the same seed gives the same answer. */
import { createHash } from 'node:crypto';

/** A source of numbers from 0 up to, and without, 1. */
export type Random = () => number;

/**
 * Seeded generator (splitmix32, Steele, Lea and Flood 2014): any seed is a good one, and the same
 * seed gives the same text.
 */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 0x1_0000_0000;
  };
}

/** 32 bits that depend on all of these values. */
export function hashOf(...values: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(values)).digest().readInt32LE(0);
}
