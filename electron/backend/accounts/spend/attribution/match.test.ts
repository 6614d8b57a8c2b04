import { describe, expect, it } from 'vitest';
import { decimalOf } from '../money-sum.ts';
import { kindOfProduct, learnedPrices, matchHours, sumsOf, type BilledHour } from './match.ts';
import type { OwnCalls } from './own-calls.ts';

const HOUR = 3600;
const START = Date.UTC(2026, 10, 20, 14) / 1000;
const NOW = START + 40 * HOUR;

function billed(quantity: number | undefined, changes: Partial<BilledHour> = {}): BilledHour {
  return {
    start: START,
    product: 'Object cleanup',
    category: 'gen_api',
    quantity,
    amount: decimalOf(String((quantity ?? 1) * 170)),
    hasDecimals: true,
    ...changes,
  };
}

function ours(count: number, changes: Partial<OwnCalls> = {}): OwnCalls {
  return {
    start: START,
    work: { is: 'job', kind: 'cleanup' },
    ours: count,
    possible: 0,
    ...changes,
  };
}

describe('matching bills with our own calls', () => {
  it('recognises the operation by the words of a product', () => {
    const kinds = ['Object cleanup', 'Text removal', 'Face merge', 'Upscale', 'Image to video SVD'];
    expect(kinds.map(kindOfProduct)).toEqual([
      'cleanup',
      'remove-text',
      'merge-face',
      'upscale',
      'video',
    ]);
    expect(kindOfProduct('Blob storage')).toBeUndefined();
  });

  it('distinguishes hours that are all ours, partly ours, and not ours', () => {
    const rows = matchHours(
      [billed(12), billed(14, { start: START + HOUR }), billed(3, { start: START + 2 * HOUR })],
      [ours(12), ours(12, { start: START + HOUR })],
      NOW,
    );
    expect(rows.map(({ state, billed: of, ours: by, isPure }) => [state, of, by, isPure])).toEqual([
      ['only-billed', 3, 0, false],
      ['both', 14, 12, false],
      ['both', 12, 12, true],
    ]);
    expect(sumsOf(rows)).toEqual({
      surely: { exact: '2040', hasDecimals: true },
      atMost: { exact: '4420', hasDecimals: true },
    });
    expect(learnedPrices(rows)).toEqual([{ kind: 'cleanup', price: 170, hours: 1, last: START }]);
  });

  it('finds a call at the edge of an hour on the bill of the next hour', () => {
    const rows = matchHours(
      [billed(3, { start: START + HOUR })],
      [ours(1), ours(2, { start: START + HOUR })],
      NOW,
    );
    expect(rows).toMatchObject([{ state: 'both', billed: 3, ours: 3, isPure: true }]);
  });

  it('reports a missing bill only when it could exist', () => {
    expect(matchHours([], [ours(2)], START + 10 * HOUR)).toMatchObject([
      { state: 'not-yet', ours: 2 },
    ]);
    expect(matchHours([], [ours(2)], NOW)).toMatchObject([
      { state: 'only-ours', product: 'Clean-up' },
    ]);
  });

  it('marks calls of an unknown outcome as possibly billed, and learns nothing from them', () => {
    const rows = matchHours([billed(2)], [ours(2, { possible: 1 })], NOW);
    expect(rows).toMatchObject([{ ours: 2, possible: 1, isPure: false }]);
    expect(learnedPrices(rows)).toEqual([]);
    expect(matchHours([], [ours(0, { possible: 1 })], NOW)).toMatchObject([{ possible: 1 }]);
  });

  it('compares tokens of a model with its product', () => {
    const work = { is: 'model', model: 'maker/quick-8b' } as const;
    const rows = matchHours(
      [billed(5000, { product: 'quick-8b', category: 'llm' })],
      [ours(5000, { work })],
      NOW,
    );
    expect(rows).toMatchObject([{ unit: 'tokens', state: 'both', isPure: true }]);
    expect(learnedPrices(rows)).toEqual([]);
  });

  it('shows an hour whose quantity is no number of calls as partly ours', () => {
    expect(matchHours([billed(undefined)], [ours(2)], NOW)).toMatchObject([
      { state: 'both', ours: 2, isPure: false },
    ]);
  });
});
