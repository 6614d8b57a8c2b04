/** Money is exact, periods have no gaps, and the ledger books every call. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { billRows, CYCLES, periodOf } from './bills.ts';
import { entryOf } from './entries.ts';
import { createLedger } from './ledger.ts';
import { MEDIA_PRODUCTS } from './products.ts';

const NOON = Date.UTC(2026, 10, 18, 12) / 1000;

it('refuses quantities and prices that would have to be rounded', () => {
  const product = { category: 'llm', productName: 'A', unitPrices: [1] } as const;
  expect(() => entryOf({ ...product, quantities: [1.5] }, 0, 0)).toThrow(RangeError);
  for (const pricePrecision of [0, 3]) {
    const charge = { ...product, quantities: [1], pricePrecision } as const;
    expect(() => entryOf(charge, 0, 0)).toThrow(RangeError);
  }
});

it.each([
  ['Hour', '2026-11-18T12:00:00', '2026-11-18T12:59:59'],
  ['Day', '2026-11-18T00:00:00', '2026-11-18T23:59:59'],
  ['Week', '2026-11-16T00:00:00', '2026-11-22T23:59:59'],
  ['Month', '2026-11-01T00:00:00', '2026-11-30T23:59:59'],
] as const)('a %s goes from %s to %s', (cycle, start, end) => {
  const period = periodOf(cycle, NOON);
  expect(new Date(1000 * period.start).toISOString()).toBe(`${start}.000Z`);
  expect(new Date(1000 * period.end).toISOString()).toBe(`${end}.000Z`);
});

it('has periods that follow each other without gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      for (const cycle of CYCLES) {
        const { start, end } = periodOf(cycle, seconds);
        expect(periodOf(cycle, end + 1).start).toBe(end + 1);
        expect(periodOf(cycle, start)).toEqual({ start, end });
      }
    }),
  );
});

it('adds calls of the same product, owner and price up within an hour, and takes them from the balance', () => {
  const clock = { now: NOON };
  const ledger = createLedger(() => 1000 * clock.now);
  ledger.changeSettings({ ...ledger.settings, hasHistory: false });
  ledger.setBalance(1085);
  const { cleanup, upscale } = MEDIA_PRODUCTS;
  ledger.charge({ ...cleanup, quantities: [1] });
  ledger.charge({ ...cleanup, quantities: [2] });
  ledger.charge({ ...cleanup, quantities: [1], ownerId: 'someone' });
  ledger.charge({ ...cleanup, quantities: [1], discountPrices: [100] });
  ledger.charge({ ...upscale, quantities: [1] });
  ledger.requireBalance();
  clock.now += 3_600;
  ledger.charge({ ...cleanup, quantities: [1] });
  expect(ledger.balance).toBe(0);
  expect(() => ledger.requireBalance()).toThrow('The balance of this account is used up.');
  const entries = ledger.entries('summary', 0, 10_000_000);
  const rows = billRows(entries, 'Hour', false);
  expect(rows.map((row) => [row.productName, row.billNum0, row.amountDecimal])).toEqual([
    ['Object cleanup', '3', '510'],
    ['Object cleanup', '1', '170'],
    ['Object cleanup', '1', '100'],
    ['Upscale', '1', '135'],
    ['Object cleanup', '1', '170'],
  ]);
  expect(billRows(entries, 'Day', false)).toHaveLength(4);
  expect(billRows(entries, 'Month', true)).toMatchObject([{ amount: '1085' }]);
});

it('has a past that ends where the service was started', () => {
  const clock = { now: NOON };
  const ledger = createLedger(() => 1000 * clock.now);
  clock.now += 10 * 3_600;
  const hours = ledger.entries('summary', 0, 10_000_000).map((entry) => entry.hour * 3_600);
  expect(Math.max(...hours)).toBe(NOON - 3_600);
  expect(Math.min(...hours)).toBe(Date.UTC(2026, 10, 18) / 1000 - 90 * 86_400);
});
