import { describe, expect, it } from 'vitest';
import type { RecipePlan } from '../../../../shared/contract/recipes.ts';
import type { PersonInPhoto } from '../../../../shared/contract/selection.ts';
import { hasSelection, INITIAL_SELECTING, lacksPrice, planSentence } from './studio-store.ts';

const PLAN: RecipePlan = {
  planned: 20,
  files: 20,
  taking: 20,
  calls: 120,
  storedCalls: 0,
  pixels: 125_000_000,
  cost: 60_000,
  costWithStored: 60_000,
  isEstimate: false,
  isPractice: false,
  steps: [],
  leftOutCount: 0,
  leftOut: [],
};

describe('a batch before its start', () => {
  it('shows photos, calls, megapixels and cost', () => {
    expect(planSentence(PLAN, true)).toBe(
      '20 photos in 120 calls, 125 MP in total. Expected cost: $6.00',
    );
    expect(planSentence({ ...PLAN, cost: undefined }, false)).toContain('Cost unknown.');
  });

  it('lacks a price only for calls that cost something', () => {
    const unpriced = { ...PLAN, cost: undefined, costWithStored: undefined };
    expect(lacksPrice(unpriced, true)).toBe(true);
    expect(lacksPrice(PLAN, true)).toBe(false);
    expect(lacksPrice({ ...unpriced, isPractice: true }, true)).toBe(false);
    expect(lacksPrice({ ...unpriced, storedCalls: unpriced.calls }, true)).toBe(false);
  });

  it('mentions no money in practice', () => {
    const practised = { ...PLAN, isPractice: true };
    expect(planSentence(practised, true)).toBe(
      '20 photos in 120 calls, 125 MP in total. Practice: free.',
    );
    expect(planSentence({ ...practised, storedCalls: 120 }, true)).toContain('Practice: free.');
  });

  it('excludes saved results when they are used', () => {
    const some = { ...PLAN, storedCalls: 20, costWithStored: 50_000 };
    expect(planSentence(some, true)).toContain('$5.00');
    expect(planSentence(some, false)).toContain('$6.00');
    expect(planSentence({ ...PLAN, storedCalls: 120, costWithStored: 0 }, true)).toContain(
      'Free: uses saved results.',
    );
  });
});

it('a proposal that adds to the mask and ticked people can be added, nothing else', () => {
  const found = (change: Partial<typeof INITIAL_SELECTING>) =>
    hasSelection({ ...INITIAL_SELECTING, ...change });
  const proposal = { tool: 'object', pixels: 1, subtract: false } as const;
  expect(found({ proposal })).toBe(true);
  expect(found({ proposal: { ...proposal, subtract: true } })).toBe(false);
  const person = { pixels: 1 } as PersonInPhoto;
  const people = { people: [person], ticked: new Set([person]) };
  expect(found({ people })).toBe(true);
  expect(found({ people: { ...people, ticked: new Set() } })).toBe(false);
  expect(found({})).toBe(false);
});
