import { describe, expect, it } from 'vitest';
import type { CallPlan } from '../../../../shared/contract/cleanup.ts';
import { noteOfBox, offerRun, runObstacle, type RunOffer } from './run-offer.ts';

const REGION = { x: 0, y: 0, width: 512, height: 512 };

/** A plan of calls of which some have a saved result. */
function plan(saved: readonly boolean[], isPractice = false): CallPlan {
  return {
    isPractice,
    ...(isPractice
      ? {}
      : { cost: 200 * saved.length, costWithStored: 200 * saved.filter((is) => !is).length }),
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

it('a run with nothing to send gives the reason in words', () => {
  const nothing = { hasMask: false, hasSelection: false, regions: 0 };
  expect(runObstacle('cleanup', nothing)).toBe('Mark something in the photo');
  expect(runObstacle('cleanup', { ...nothing, hasSelection: true })).toBe(
    'Add the selection to the mask first',
  );
  // the plan follows the mask a moment later
  expect(runObstacle('cleanup', { ...nothing, hasMask: true })).toBeUndefined();
  expect(runObstacle('remove-text', { ...nothing, hasMask: true })).toBe('Draw a text box first');
  expect(runObstacle('remove-text', { ...nothing, regions: 2 })).toBeUndefined();
});

describe('the run panel', () => {
  it('offers to run when nothing is known or saved', () => {
    const nothing = (detail?: string) => ({
      sentence: undefined,
      first: { label: 'Clean up', detail, stored: 'use' },
      others: [],
    });
    expect(offerRun('cleanup', undefined, when)).toEqual(nothing());
    expect(offer(false, false)).toEqual(nothing('2 calls, $0.04'));
    expect(practised(false)).toEqual(nothing('1 call'));
    expect(offerRun('remove-text', undefined, when).first.label).toBe('Remove text');
  });

  it('offers saved results first and a new call second when all are saved', () => {
    expect(offer(true)).toEqual({
      sentence: 'Already run at 1000.',
      first: { label: 'Use saved result', stored: 'use' },
      others: [{ label: 'Run again (1 call, $0.02)', stored: 'ignore' }],
    });
    expect(offer(true, true).first.label).toBe('Use saved results');
    expect(offer(true, true).sentence).toContain('at 1001');
  });

  it('shows how many calls are left when a part is saved', () => {
    const mixed = offer(true, false, true, false, false);
    expect(mixed.sentence).toBe('2 saved results for 5 parts. Run sends 3 calls.');
    expect(mixed.first).toEqual({ label: 'Clean up', detail: '3 calls, $0.06', stored: 'use' });
    expect(mixed.others).toEqual([
      { label: 'Use only the 2 saved results', stored: 'only' },
      { label: 'Run all again (5 calls, $0.10)', stored: 'ignore' },
    ]);
    expect(offer(true, false).others[0]?.label).toBe('Use only the saved result');
    expect(offerRun('remove-text', plan([true, false]), when).others).toHaveLength(1);
  });

  it('shows the duration of the calls when it is known', () => {
    const timed = (expectedMilliseconds: number | undefined, isPractice = false) =>
      offerRun('remove-text', { ...plan([false], isPractice), expectedMilliseconds }, when).first;
    expect(timed(180_000).detail).toBe('1 call, $0.02, about 3 minutes');
    expect(timed(undefined).detail).toBe('1 call, $0.02');
    expect(timed(4000, true).detail).toBe('1 call, a few seconds');
  });

  it('never repeats a call with a saved result unless the label says so', () => {
    for (const saved of [[true], [true, false], [false]]) {
      const { first, others } = offer(...saved);
      for (const { label, stored } of [first, ...others]) {
        expect(stored === 'ignore').toBe(/again \(\d+ calls?, \$/u.test(label));
      }
    }
  });

  it('mentions no money in practice', () => {
    expect(practised(true).others[0]?.label).toBe('Run again (1 call)');
    expect(practised(true, false).others[1]?.label).toBe('Run all again (2 calls)');
    for (const saved of [[true], [true, true], [true, false], [false]]) {
      expect(textOf(practised(...saved))).not.toMatch(/free|paid|pay|charg|\$/iu);
    }
  });

  it('knows by position which box has a saved result', () => {
    expect(noteOfBox(plan([true, false]), REGION)).toBe('saved result');
    expect(noteOfBox(plan([true, false]), REGION, 2)).toBe('2 calls');
    expect(noteOfBox(plan([true, false]), { ...REGION, x: 600 })).toBeUndefined();
    expect(noteOfBox(undefined, REGION)).toBeUndefined();
  });
});
