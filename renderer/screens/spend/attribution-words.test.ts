import { expect, it } from 'vitest';
import type { AttributionRow } from '../../../shared/contract/attribution.ts';
import { causeAmount, causeSentence } from './attribution-words.ts';

const row = (changes: Partial<AttributionRow>): AttributionRow => ({
  start: 0,
  product: 'Object cleanup',
  unit: 'calls',
  ours: 12,
  possible: 0,
  state: 'both',
  isPure: false,
  amount: { exact: '2380', hasDecimals: true },
  ...changes,
});

it('says whose calls they were, and money only when all were ours', () => {
  expect(causeSentence(row({ billed: 14 }))).toBe('12 of 14 calls were Gesso’s.');
  expect(causeAmount(row({ billed: 14 }))).toBe('at most $0.24');
  const pure = row({ billed: 12, isPure: true });
  expect(causeSentence(pure)).toBe('All 12 calls were Gesso’s.');
  expect(causeAmount(pure)).toBe('$0.24');
  expect(causeSentence(row({ state: 'only-billed', ours: 0 }))).toContain('Not from Gesso');
  expect(causeSentence(row({ state: 'not-yet', ours: 1, possible: 2 }))).toBe(
    '1 call of Gesso, not billed yet. 2 more possibly billed.',
  );
  expect(causeSentence(row({ state: 'only-ours', ours: 0, possible: 1 }))).toBe(
    '1 call of Gesso, possibly billed.',
  );
  expect(causeSentence(row({ state: 'only-ours', ours: 3 }))).toBe(
    '3 Gesso calls weren’t billed (free or failed).',
  );
  expect(causeSentence(row({ unit: 'tokens', billed: 5000, ours: 5000 }))).toBe(
    'All 5,000 tokens were Gesso’s.',
  );
});
