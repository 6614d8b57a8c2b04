import { expect, it } from 'vitest';
import type { RecipeFollow } from '../../../../shared/contract/recipe-follows.ts';
import { todayWords, waitingWords } from './follow-words.ts';

const FOLLOW: RecipeFollow = {
  id: 'a',
  recipeId: 'r',
  folder: '/in',
  state: 'following',
  callsADay: 10,
  moneyADay: 10_000,
  today: { files: 2, calls: 2, cost: 400 },
  growing: 0,
  waiting: { files: 1, calls: 3, cost: 600, named: [] },
  isPractice: false,
};

it('the description of a followed folder shows how much of the daily limit is used', () => {
  expect(todayWords(FOLLOW)).toBe('Today: 2 of 10 calls, $0.04 of $1.00');
  expect(todayWords({ ...FOLLOW, isPractice: true })).toBe('Today: 2 of 10 calls, free (practice)');
  const unknown = { ...FOLLOW, today: { files: 1, calls: 1 } };
  expect(todayWords(unknown)).toBe('Today: 1 of 10 calls, an unknown part of $1.00');
});

it('the description of a followed folder names what waits, and its cost', () => {
  expect(waitingWords(FOLLOW)).toBe('1 file waits, 3 calls, $0.06');
  const free = { ...FOLLOW, waiting: { files: 2, calls: 0, cost: 0, named: [] } };
  expect(waitingWords(free)).toBe('2 files wait, 0 calls, free');
  const unknown = { ...FOLLOW, waiting: { files: 2, calls: 2, named: [] } };
  expect(waitingWords(unknown)).toBe('2 files wait, 2 calls, cost unknown');
  expect(waitingWords({ ...unknown, waiting: { files: 0, calls: 0, named: [] } })).toBeUndefined();
});
