/** Money is exact, periods have no gaps, and the ledger books every call. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billRows, summaryRows } from './bills.ts';
import type { HourEntry } from './entries.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { costOf, decimalUnits } from './money.ts';
import { type Cycle, CYCLES, periodOf } from './periods.ts';
import { MEDIA_PRODUCTS } from './products.ts';

const NOON = Date.UTC(2026, 10, 18, 12) / 1000;

/** A ledger whose clock stands still until it is moved. */
function ledgerAt(seconds: number): { ledger: Ledger; moveTo: (seconds: number) => void } {
  const clock = { now: seconds };
  const ledger = createLedger(() => 1000 * clock.now);
  ledger.changeSettings({ ...ledger.settings, hasHistory: false });
  return {
    ledger,
    moveTo: (to) => {
      clock.now = to;
    },
  };
}

function entries(ledger: Ledger): readonly HourEntry[] {
  return [...ledger.entries(null, 0, 10_000_000)];
}

describe('money', () => {
  it('is exact, whatever is added up', () => {
    expect(decimalUnits(costOf(7, 3_900, 1_000_000))).toBe('0.0273');
    expect(decimalUnits(costOf(3, 170, 1))).toBe('510');
    expect(decimalUnits(-costOf(1, 5, 10))).toBe('-0.5');
    const price = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), price, (a, b, unit) => {
        const together = costOf(a + b, unit, 1_000_000);
        expect(costOf(a, unit, 1_000_000) + costOf(b, unit, 1_000_000)).toBe(together);
      }),
    );
  });

  it('refuses what would have to be rounded', () => {
    expect(() => costOf(1.5, 1, 1)).toThrow(RangeError);
    expect(() => costOf(1, -1, 1)).toThrow(RangeError);
    expect(() => costOf(1, 1, 3)).toThrow(RangeError);
    expect(() => costOf(1, 1, 0)).toThrow(RangeError);
  });
});

describe('periods', () => {
  it.each<[Cycle, string, string]>([
    ['Hour', '2026-11-18T12:00:00', '2026-11-18T12:59:59'],
    ['Day', '2026-11-18T00:00:00', '2026-11-18T23:59:59'],
    ['Week', '2026-11-16T00:00:00', '2026-11-22T23:59:59'],
    ['Month', '2026-11-01T00:00:00', '2026-11-30T23:59:59'],
  ])('%s goes from %s to %s', (cycle, start, end) => {
    const period = periodOf(cycle, NOON);
    expect(new Date(1000 * period.start).toISOString()).toBe(`${start}.000Z`);
    expect(new Date(1000 * period.end).toISOString()).toBe(`${end}.000Z`);
  });

  it('follow each other without gaps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        for (const cycle of CYCLES) {
          const { start, end } = periodOf(cycle, seconds);
          expect(start).toBeLessThanOrEqual(seconds);
          expect(end).toBeGreaterThanOrEqual(seconds);
          expect(periodOf(cycle, end + 1).start).toBe(end + 1);
          expect(periodOf(cycle, start)).toEqual({ start, end });
        }
      }),
    );
  });
});

describe('the ledger', () => {
  it('adds calls of the same product, owner and price up within an hour', () => {
    const { ledger, moveTo } = ledgerAt(NOON);
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1] });
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [2] });
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1], ownerId: 'someone' });
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1], discountPrices: [100] });
    ledger.charge({ ...MEDIA_PRODUCTS.upscale, quantities: [1] });
    moveTo(NOON + 3_600);
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1] });
    const found = entries(ledger).map((entry) => [
      entry.hour * 3_600 - NOON,
      entry.productName,
      entry.quantities[0],
      decimalUnits(entry.amount),
    ]);
    expect(found).toEqual([
      [0, 'Object cleanup', 3, '510'],
      [0, 'Object cleanup', 1, '170'],
      [0, 'Object cleanup', 1, '100'],
      [0, 'Upscale', 1, '135'],
      [3_600, 'Object cleanup', 1, '170'],
    ]);
    expect(billRows(entries(ledger), 'Day')).toHaveLength(4);
    expect(summaryRows(entries(ledger), 'Month')).toMatchObject([{ amount: '1085' }]);
  });

  it('takes charges from the balance and refuses once it is used up', () => {
    const { ledger } = ledgerAt(NOON);
    ledger.requireBalance();
    ledger.setBalance(171);
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1] });
    ledger.requireBalance();
    ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1] });
    expect(ledger.balance).toBe(-169);
    expect(() => ledger.requireBalance()).toThrow('The balance of this account is used up.');
  });

  it('never books a past into the hours after the start', () => {
    const { ledger, moveTo } = ledgerAt(NOON);
    ledger.changeSettings({ ...ledger.settings, hasHistory: true });
    moveTo(NOON + 10 * 3_600);
    const hours = entries(ledger).map((entry) => entry.hour * 3_600);
    expect(Math.max(...hours)).toBe(NOON - 3_600);
    expect(Math.min(...hours)).toBe(Date.UTC(2026, 10, 18) / 1000 - 90 * 86_400);
  });
});
