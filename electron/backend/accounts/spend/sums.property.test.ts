/** Compares sums of random bills with sums made in another way, to the last digit. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import { addDecimals, formatDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { BillLine, SpendUnit } from '../../../../shared/contract/spend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { formatWith, type Amount } from '../../../../shared/spend/exact-money.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { csvLines } from './bill-csv.ts';
import { createBillStore } from './bill-store.ts';
import { unitsOf } from './bill-units.ts';
import { decimalOf } from './money-sum.ts';
import { createBillView } from './bill-view.ts';
import { seriesOf } from './series.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 28) / 1000;
const DAYS = 40;
const NOW = START + (DAYS + 5) * DAY;
const ID = 'account';

const { database } = await testDatabase();

/** Up to 30 digits, with or without decimals, also below zero. */
const exact = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 0, max: 12 }))
  .map(([isNegative, value, scale]) => {
    const digits = String(value).padStart(scale + 1, '0');
    const text =
      scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(digits.length - scale)}`;
    return isNegative && value > 0n ? `-${text}` : text;
  });

const row = fc.record({
  category: fc.constantFrom(...CHARGED_CATEGORIES),
  productName: fc.constantFrom('A', 'B', '__proto__', 'Other', '', 'constructor'),
  productId: fc.constantFrom('1', '2'),
  ownerId: fc.constantFrom('me', 'you'),
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  amount: exact,
  voucher: exact,
});

function rest(amount: string, voucher: string): string {
  const { value, scale } = decimalOf(voucher);
  return formatDecimal(addDecimals(decimalOf(amount), { value: -value, scale }));
}

/** A shown amount as a plain number. */
function dollarsOf(text: string): string {
  return text.replaceAll(/[$,]/gu, '').replace('−', '-');
}

/** As 1/10^16, by hand. */
function scaled(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(16, '0')}`);
}

const sumOf = (texts: readonly (string | null)[]) =>
  texts.reduce((sum, text) => sum + (text === null ? 0n : scaled(text)), 0n);

it('bar, list and file add up to the same as the rows themselves', async () => {
  const range = { start: START, end: START + DAYS * DAY };
  const filter = { categories: [...CHARGED_CATEGORIES] };
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (random) => {
      const store = createBillStore(database);
      store.forget(ID);
      store.fixDecimalUnit(ID, 'units');
      const lines = random.map(
        ({ day, amount, voucher, ...texts }): BillLine & { category: string } => ({
          ...texts,
          billingMethod: '',
          startTime: START + day * DAY,
          quantities: [],
          basePrices: [],
          discountPrices: [],
          amount: { exact: amount, hasDecimals: true },
          // cash is what is left of it, also below zero
          voucherAmount: { exact: voucher, hasDecimals: true },
          payAmount: { exact: rest(amount, voucher), hasDecimals: true },
        }),
      );
      for (const category of CHARGED_CATEGORIES) {
        for (const unit of unitsOf('Day', range.start, range.end, NOW)) {
          const own = lines.filter(
            (line) =>
              line.category === category &&
              line.startTime >= unit.start &&
              line.startTime < unit.end,
          );
          const key = { connectionId: ID, cycle: 'Day', category } as const;
          store.write(key, unit, own, { readAt: NOW * 1000, isFinal: true });
        }
      }
      const truth = sumOf(lines.map(({ amount }) => amount.exact));
      const view = createBillView(store, () => NOW);
      for (const groupBy of ['category', 'product', 'owner'] as const) {
        for (const unit of ['day', 'week', 'month'] satisfies SpendUnit[]) {
          const query = { range, filter, unit, groupBy, maxKeys: 3, maxBuckets: 700 } as const;
          const series = seriesOf(store, [{ id: ID, name: 'Account' }], { ...query, filter }, NOW);
          expect(scaled(series.total.amount.exact)).toBe(truth);
          expect(sumOf(series.amounts.flat())).toBe(truth);
          expect(sumOf(series.keys.map(({ total }) => total.amount.exact))).toBe(truth);
        }
      }
      const bar = seriesOf(
        store,
        [{ id: ID, name: 'Account' }],
        { range, filter, unit: 'day', groupBy: 'product', maxKeys: 3, maxBuckets: 700 },
        NOW,
      );
      const whole = { sortBy: 'amount', isDescending: true, offset: 0, limit: 500 } as const;
      const named = bar.keys.flatMap(({ key }) => key ?? []);
      for (const [index, { key }] of bar.keys.entries()) {
        const at = bar.amounts[index]?.findIndex((amount) => amount !== null) ?? 0;
        const { start = 0, end = 0 } = bar.buckets[at] ?? {};
        // the last key may be that of all others
        const isExcept = key === undefined;
        const group = { by: 'product' as const, keys: isExcept ? named : [key], isExcept };
        const selection = { range: { start, end }, filter, unit: 'day' as const, group };
        const clicked = scaled(bar.amounts[index]?.[at] ?? '0');
        const page = await view.page([ID], { selection, ...whole });
        expect(scaled(page.total.amount.exact)).toBe(clicked);
        const file = [...csvLines(await view.all([ID], selection), 'gesso', 'comma')].slice(1);
        const cells = file.map((line) => line.trimEnd().split(',').at(-1) ?? '0');
        expect(sumOf(cells)).toBe(clicked);
      }
      // each heading has the sums of its rows, and together they are the sum below the table
      const all = { selection: { range, filter, unit: 'day' }, heading: 'product' } as const;
      const gathered = await view.page([ID], { ...all, ...whole });
      const headings = gathered.items.flatMap((item) => (item.kind === 'heading' ? item : []));
      expect(gathered.count).toBe(lines.length + headings.length);
      expect([gathered.total.rows, gathered.headings]).toEqual([lines.length, headings.length]);
      const closed = headings.map(({ key }) => key);
      const folded = await view.page([ID], { ...all, ...whole, closed });
      expect(folded.items.map((item) => item.kind === 'heading' && item.isClosed)).toEqual(
        headings.map(() => true),
      );
      for (const column of ['amount', 'voucherAmount', 'payAmount'] as const) {
        const shown = (amount: Amount) => dollarsOf(formatWith(amount, gathered.digits));
        const total = shown(gathered.total[column]);
        expect(sumOf(headings.map(({ total }) => shown(total[column])))).toBe(scaled(total));
        const ofRows = gathered.items.flatMap((item) =>
          item.kind === 'row' ? shown(item.row[column]) : [],
        );
        expect(sumOf(ofRows)).toBe(scaled(total));
      }
      view.close();
    }),
    { numRuns: byDepth(20, 500) },
  );
});
