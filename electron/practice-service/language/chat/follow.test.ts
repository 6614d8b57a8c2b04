/** An answer keeps to the texts that were laid out. */
import { describe, expect, it } from 'vitest';
import { SPECIAL_TOKENS } from '../tokenizer.ts';
import { followTexts } from './follow.ts';

const TEXTS = [
  [1, 2, 3, 4, 5],
  [1, 2, 6, 7, 8],
];

describe('following texts', () => {
  it('goes on with all that agree, and then with the one that was chosen', () => {
    const places = followTexts(TEXTS, [1]);
    expect(places.next()).toEqual([2, 2]);
    places.follow(2);
    expect(places.next()).toEqual([3, 6]);
    places.follow(6);
    expect(places.next()).toEqual([7]);
    places.follow(7);
    places.follow(8);
    expect(places.next()).toEqual([SPECIAL_TOKENS.end]);
  });

  it('gets back after a token of its own, or a few that were skipped', () => {
    expect(followTexts(TEXTS, [1, 2, 3, 99]).next()).toEqual([5]);
    expect(followTexts(TEXTS, [1, 2, 3, 5]).next()).toEqual([SPECIAL_TOKENS.end]);
  });

  it('begins after a text that has nothing to do with them, and again after its end', () => {
    expect(followTexts(TEXTS, [9, 2, 9]).next()).toEqual([1, 1]);
    expect(followTexts([[1, 2]], [1, 2, 9]).next()).toEqual([1]);
    expect(followTexts([], [9]).next()).toEqual([]);
  });
});
