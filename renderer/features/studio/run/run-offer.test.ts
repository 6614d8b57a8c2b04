import { describe, expect, it } from 'vitest';
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { storedSentence } from '../session/stored-sentence.ts';
import { isStored, offerRun } from './run-offer.ts';

const REGION = { x: 0, y: 0, width: 512, height: 512 };

/** A plan of calls of which some are kept. */
function plan(...kept: readonly boolean[]): CallPlan {
  return {
    calls: kept.map((isKept, index) => {
      const region = { ...REGION, x: 600 * index };
      const call = { region, painted: region };
      return isKept ? { ...call, stored: { jobId: `job ${index}`, endedAt: 1000 + index } } : call;
    }),
  };
}

const time = (milliseconds: number) => `at ${milliseconds}`;
const offer = (...kept: readonly boolean[]) => offerRun('cleanup', plan(...kept), time);

describe('what is offered', () => {
  it('is to run, where nothing is known or kept', () => {
    const first = { label: 'Run clean-up', stored: 'use' };
    const nothing = { sentence: undefined, first, others: [] };
    expect(offerRun('cleanup', undefined, time)).toEqual(nothing);
    expect(offer(false, false)).toEqual(nothing);
    expect(offerRun('remove-text', undefined, time).first.label).toBe('Run text removal');
  });

  it('is the stored result first, paying again second, where all is kept', () => {
    expect(offer(true)).toEqual({
      sentence: 'This was paid for before (at 1000).',
      first: { label: 'Use the stored result (free)', stored: 'use' },
      others: [{ label: 'Run again and pay', stored: 'ignore' }],
    });
    expect(offer(true, true).first.label).toBe('Use the stored results (free)');
    expect(offer(true, true).sentence).toContain('at 1001');
  });

  it('says how many calls are left where a part is kept', () => {
    const mixed = offer(true, false, true, false, false);
    expect(mixed.sentence).toBe('2 of 5 parts are kept: 3 calls.');
    expect(mixed.first).toEqual({ label: 'Run clean-up', stored: 'use' });
    expect(mixed.others).toEqual([
      { label: 'Only the 2 kept (free)', stored: 'only' },
      { label: 'Run all 5 again and pay', stored: 'ignore' },
    ]);
    expect(offerRun('remove-text', plan(true, false), time).others).toHaveLength(1);
  });

  it('never pays for what is kept unless the label says so', () => {
    for (const kept of [[true], [true, false], [false]]) {
      const { first, others } = offer(...kept);
      for (const { label, stored } of [first, ...others]) {
        expect(stored === 'ignore').toBe(label.includes('pay'));
      }
    }
  });

  it('knows which box is kept by its place', () => {
    expect(isStored(plan(true, false), REGION)).toBe(true);
    expect(isStored(plan(true, false), { ...REGION, x: 600 })).toBe(false);
    expect(isStored(undefined, REGION)).toBe(false);
  });
});

describe('after a start', () => {
  const started = (calls: number, kept: number) =>
    storedSentence({
      jobId: 'a',
      joined: false,
      runId: 'run',
      jobIds: Array.from({ length: calls }, (_, index) => `job ${index}`),
      stored: Array.from({ length: kept }, (_, index) => ({
        jobId: `job ${index}`,
        fromJobId: `old ${index}`,
      })),
    });

  it('it is told what was taken in place of calls, and nothing when all were calls', () => {
    expect(started(2, 0)).toBeUndefined();
    expect(started(2, 2)).toContain('nothing paid');
    expect(started(5, 2)).toMatch(/2 parts were .* 3 calls were sent/u);
    expect(started(2, 1)).toMatch(/1 part was .* 1 call was sent/u);
  });
});
