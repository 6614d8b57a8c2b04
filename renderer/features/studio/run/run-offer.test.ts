import { describe, expect, it } from 'vitest';
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { isStored, offerRun, type RunOffer } from './run-offer.ts';

const REGION = { x: 0, y: 0, width: 512, height: 512 };

/** A plan of calls of which some have a saved result. */
function plan(saved: readonly boolean[], isPractice = false): CallPlan {
  return {
    isPractice,
    calls: saved.map((isSaved, index) => {
      const region = { ...REGION, x: 600 * index };
      const call = { region, painted: region };
      return isSaved ? { ...call, stored: { jobId: `job ${index}`, endedAt: 1000 + index } } : call;
    }),
  };
}

const when = (milliseconds: number) => `at ${milliseconds}`;
const offer = (...saved: readonly boolean[]) => offerRun('cleanup', plan(saved), when);
const practised = (...saved: readonly boolean[]) => offerRun('cleanup', plan(saved, true), when);

function textOf({ sentence, first, others }: RunOffer): string {
  return [sentence, first.label, ...others.map(({ label }) => label)].join(' | ');
}

describe('the panel', () => {
  it('offers to run, where nothing is known or saved', () => {
    const first = { label: 'Run clean-up', stored: 'use' };
    const nothing = { sentence: undefined, first, others: [] };
    expect(offerRun('cleanup', undefined, when)).toEqual(nothing);
    expect(offer(false, false)).toEqual(nothing);
    expect(practised(false)).toEqual(nothing);
    expect(offerRun('remove-text', undefined, when).first.label).toBe('Run text removal');
  });

  it('offers saved results first and a new call second, where all are saved', () => {
    expect(offer(true)).toEqual({
      sentence: 'Already run at 1000.',
      first: { label: 'Use saved result', stored: 'use' },
      others: [{ label: 'Run again (new call)', stored: 'ignore' }],
    });
    expect(offer(true, true).first.label).toBe('Use saved results');
    expect(offer(true, true).sentence).toContain('at 1001');
  });

  it('says how many calls are left where a part is saved', () => {
    const mixed = offer(true, false, true, false, false);
    expect(mixed.sentence).toBe('2 saved results for 5 parts. Run sends 3 calls.');
    expect(mixed.first).toEqual({ label: 'Run clean-up', stored: 'use' });
    expect(mixed.others).toEqual([
      { label: 'Use only the 2 saved results', stored: 'only' },
      { label: 'Run all 5 again (new calls)', stored: 'ignore' },
    ]);
    expect(offer(true, false).others[0]?.label).toBe('Use only the saved result');
    expect(offerRun('remove-text', plan([true, false]), when).others).toHaveLength(1);
  });

  it('never repeats a call with a saved result unless the label says so', () => {
    for (const saved of [[true], [true, false], [false]]) {
      const { first, others } = offer(...saved);
      for (const { label, stored } of [first, ...others]) {
        expect(stored === 'ignore').toBe(label.includes('new call'));
      }
    }
  });

  it('says nothing of money in practice', () => {
    expect(practised(true).others[0]?.label).toBe('Run again');
    expect(practised(true, false).others[1]?.label).toBe('Run all 2 again');
    for (const saved of [[true], [true, true], [true, false], [false]]) {
      expect(textOf(practised(...saved))).not.toMatch(/free|paid|pay|charg|\$|new call/iu);
    }
  });

  it('knows by its place which box has a saved result', () => {
    expect(isStored(plan([true, false]), REGION)).toBe(true);
    expect(isStored(plan([true, false]), { ...REGION, x: 600 })).toBe(false);
    expect(isStored(undefined, REGION)).toBe(false);
  });
});
