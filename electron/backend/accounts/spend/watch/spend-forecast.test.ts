import { describe, expect, it } from 'vitest';
import { type DayOfBills, SPIKES, spikesOf } from './spend-forecast.ts';

const DAY = 86_400;

function days(amounts: readonly number[]): readonly DayOfBills[] {
  return amounts.map((amount, index) => ({
    start: index * DAY,
    amount,
    products: new Map([
      ['clean', amount * 0.9],
      ['chat', amount * 0.1],
    ]),
  }));
}

const usual = Array.from({ length: 28 }, (_, day) => (day % 7 === 6 ? 0 : 10_000 + day * 100));

describe('a spike', () => {
  it('is three times the usual day, above the highest and above the floor', () => {
    const [spike, ...more] = spikesOf(days([...usual, 90_000]), SPIKES.floor);
    expect(more).toEqual([]);
    expect(spike).toMatchObject({ start: 28 * DAY, amount: 90_000 });
    expect(spike?.usual).toBeGreaterThan(11_000);
    expect(spike?.products.map(({ key }) => key)).toEqual(['clean', 'chat']);
    expect(spikesOf(days([...usual, 30_000]), SPIKES.floor)).toEqual([]);
    expect(spikesOf(days([...usual, 49_999]), SPIKES.floor)).toEqual([]);
    expect(spikesOf(days([...usual.slice(0, -1), 95_000, 90_000]), SPIKES.floor)).toMatchObject([
      { amount: 95_000 },
    ]);
  });

  it('is not reported after days without a charge, or for a new account', () => {
    expect(spikesOf(days([...usual.map(() => 0), 90_000]), SPIKES.floor)).toEqual([]);
    expect(spikesOf(days([9000, 9000, 9000, 90_000]), SPIKES.floor)).toEqual([]);
  });

  it('ignores older days', () => {
    const old = [...usual, 90_000, ...Array.from({ length: SPIKES.shownDays }, () => 10_000)];
    expect(spikesOf(days(old), SPIKES.floor)).toEqual([]);
  });
});
