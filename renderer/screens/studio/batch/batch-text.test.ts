import { describe, expect, it } from 'vitest';
import type { Batch, BatchPlan } from '../../../../shared/contract/batch.ts';
import { lacksPrice, describePlan, describeProgress, describeState } from './batch-text.ts';

const PLAN: BatchPlan = {
  photos: 20,
  calls: 120,
  storedCalls: 0,
  pixels: 125_000_000,
  cost: 60_000,
  costWithStored: 60_000,
  isPractice: false,
  leftOut: [],
};

const BATCH: Batch = {
  id: 'b',
  operation: 'remove-text',
  state: 'running',
  createdAt: 1,
  photos: 20,
  photosDone: 7,
  photosFailed: 0,
  calls: 120,
  callsDone: 45,
  callsFailed: 0,
  callsUnderWay: 2,
  callsUnknown: 0,
  isPractice: false,
  remainingMilliseconds: 480_000,
  failures: [],
};

describe('a batch in words', () => {
  it('names photos, calls, megapixels and cost before the start', () => {
    const text = describePlan(PLAN, true);
    expect(text).toBe('20 photos in 120 calls, 125 MP in total. Expected cost: $6.00.');
    expect(describePlan({ ...PLAN, cost: undefined }, false)).toContain('Cost unknown.');
  });

  it('lacks a price only for calls that cost something', () => {
    const unpriced = { ...PLAN, cost: undefined, costWithStored: undefined };
    expect(lacksPrice(unpriced, true)).toBe(true);
    expect(lacksPrice(PLAN, true)).toBe(false);
    expect(lacksPrice({ ...unpriced, isPractice: true }, true)).toBe(false);
    expect(lacksPrice({ ...unpriced, storedCalls: unpriced.calls }, true)).toBe(false);
  });

  it('says nothing of money in practice', () => {
    const practised = { ...PLAN, isPractice: true };
    expect(describePlan(practised, true)).toBe(
      '20 photos in 120 calls, 125 MP in total. Practice: free.',
    );
    expect(describePlan({ ...practised, storedCalls: 120 }, true)).toContain('Practice: free.');
    const done: Batch = { ...BATCH, state: 'done', isPractice: true, cost: 60_000 };
    expect(describeState(done)).toBe('Text removed from 20 photos.');
    expect(describeState({ ...done, callsFailed: 1, callsUnknown: 1 })).toBe(
      '1 call failed. 1 call got no answer.',
    );
  });

  it('counts saved results out when they are used', () => {
    const some = { ...PLAN, storedCalls: 20, costWithStored: 50_000 };
    expect(describePlan(some, true)).toContain('$5.00');
    expect(describePlan(some, false)).toContain('$6.00');
    expect(describePlan({ ...PLAN, storedCalls: 120, costWithStored: 0 }, true)).toContain(
      'Free: uses saved results.',
    );
  });

  it('tells how far it is, and about how long the rest takes', () => {
    expect(describeProgress(BATCH)).toBe('7 of 20 photos · 45 of 120 calls · about 8 minutes left');
    expect(describeState(BATCH)).toBe('');
  });

  it('says honestly what pausing means, and why it paused by itself', () => {
    const paused: Batch = { ...BATCH, state: 'paused' };
    expect(describeState(paused)).toBe(
      'Paused. 2 calls are still running. No more calls are sent.',
    );
    const pausedBy = { kind: 'no-credit', message: 'The balance is used up.' } as const;
    expect(describeState({ ...paused, callsUnderWay: 0, pausedBy })).toBe(
      'Paused. Nothing is sent until you resume. The balance is used up.',
    );
  });

  it('says what failed, and what may be paid for twice', () => {
    const done: Batch = { ...BATCH, state: 'done', photosFailed: 2, callsFailed: 3 };
    expect(describeState(done)).toBe('2 photos failed (3 calls).');
    expect(describeState({ ...done, callsUnknown: 1 })).toContain(
      '1 call got no answer and may have been charged',
    );
    expect(describeState({ ...BATCH, state: 'done', cost: 60_000 })).toBe(
      'Text removed from 20 photos. Estimated cost: $6.00.',
    );
  });
});
