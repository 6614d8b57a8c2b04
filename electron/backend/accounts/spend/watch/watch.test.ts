/** Tests budgets, the forecast and the question before paid calls, on a real database with bills of a known account. */
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHARGED_CATEGORIES, type ChargedCategory } from '../../../../../shared/api/billing.ts';
import type { Budget } from '../../../../../shared/contract/spend-forecast.ts';
import type { BillLine } from '../../../../../shared/contract/spend.ts';
import { testDatabase } from '../../../../testing/test-database.ts';
import type { Notice } from '../../../service/common/ports.ts';
import { createBillStore, type BillStore } from '../bill-store.ts';
import { unitsOf } from '../bill-units.ts';
import { createSpendWatch, type SpendWatch } from './index.ts';

const DAY = 86_400;
/** Sun 22 Nov 2026, 10:00 UTC. */
const NOW = Date.UTC(2026, 10, 22, 10) / 1000;
const day = (month: number, date: number) => Date.UTC(2026, month - 1, date) / 1000;
const ACCOUNT = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let database: DatabaseSync;
let bills: BillStore;
let watch: SpendWatch;
let now = NOW;
/** Seconds by which this computer's clock is behind the service's. */
let behind = 0;
let notices: Notice[] = [];

function start(): void {
  bills = createBillStore(database);
  watch = createSpendWatch({
    database,
    bills,
    connections: { active: () => ({ id: ACCOUNT, name: 'Mine', baseUrl: 'https://example.com' }) },
    ports: { notify: (notice) => void notices.push(notice) },
    spikeFloor: () => 50_000,
    openSpend: () => undefined,
    now: () => now * 1000,
    localNow: () => (now - behind) * 1000,
  });
}

beforeEach(async () => {
  ({ database } = await testDatabase());
  database
    .prepare(
      `INSERT INTO connections (id, name, base_url, key_hint, created_at) VALUES (?, 'Mine', 'https://example.com', '', 0)`,
    )
    .run(ACCOUNT);
  now = NOW;
  behind = 0;
  notices = [];
  start();
});

const amount = (exact: string) => ({ exact, hasDecimals: true });

/** Writes all bills of the last months; days that are not named have none. @param days first second and 1/10000 USD */
function bill(
  days: Iterable<readonly [number, number]>,
  category: ChargedCategory = 'gen_api',
): void {
  for (const each of CHARGED_CATEGORIES) {
    const key = { connectionId: ACCOUNT, cycle: 'Day', category: each } as const;
    for (const unit of unitsOf('Day', day(6, 1), now + 1, now)) {
      const rows = [...days]
        .filter(([start]) => each === category && start >= unit.start && start < unit.end)
        .map(([start, units]): BillLine => ({
          category,
          productName: 'Object cleanup',
          productId: 'p1',
          ownerId: 'me',
          billingMethod: '',
          startTime: start,
          quantities: [],
          basePrices: [],
          discountPrices: [],
          amount: amount(String(units)),
          voucherAmount: amount('0'),
          payAmount: amount(String(units)),
        }));
      const isFinal = unit.end + 26 * 3600 < now;
      bills.write(key, unit, rows, { readAt: (now - behind) * 1000, isFinal });
    }
  }
}

/** Every day from one to another costs the same. */
function everyDay(from: number, to: number, units: number): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (let at = from; at <= to; at += DAY) days.set(at, units);
  return days;
}

function budget(changes: Partial<Budget> = {}): Budget {
  return {
    id: '1b4e28ba-2fa1-4d2c-883f-0016d3cca427',
    scope: 'all',
    period: 'month',
    amount: 1_000_000,
    counts: 'used',
    asks: false,
    ...changes,
  };
}

const titles = () => notices.map(({ title }) => title);
const read = (isFirst = false) =>
  watch.onRead({ connectionId: ACCOUNT, isFirst, isRefused: false });

describe('a budget', () => {
  it('notifies once per level and period, the higher of two at once, even over a restart', () => {
    bill([[day(11, 3), 400_000]]);
    watch.spendForecast.setBudgets([budget()]);
    read();
    expect(notices).toEqual([]);

    bill([[day(11, 3), 850_000]]);
    read();
    read();
    expect(titles()).toEqual(['Budget: 80 % used']);
    expect(notices[0]?.body).toBe('$85.00 of $100.00 used this month (UTC). Gesso keeps working.');

    start();
    read();
    bill([[day(11, 3), 300_000]]); // a credit
    read();
    bill([[day(11, 3), 870_000]]);
    read();
    expect(notices).toHaveLength(1);

    bill([[day(11, 3), 1_000_000]]);
    read();
    expect(titles()).toEqual(['Budget: 80 % used', 'Budget used up']);
  });

  it('resets with its period', () => {
    bill([[day(11, 22), 900_000]]);
    watch.spendForecast.setBudgets([budget({ period: 'day' })]);
    read();
    expect(notices).toEqual([]); // reached when it was set
    now = NOW + DAY;
    bill([
      [day(11, 22), 900_000],
      [day(11, 23), 600_000],
    ]);
    read();
    expect(titles()).toEqual(['Budget: 50 % used']);
  });

  it('is silent after a first sync, and shows late rows of a past period without a notice', () => {
    watch.spendForecast.setBudgets([budget({ period: 'day' })]);
    bill([[day(11, 22), 2_000_000]]);
    read(true);
    expect(notices).toEqual([]);

    now = NOW + DAY;
    bill([[day(11, 22), 2_000_000]]);
    read();
    now += 3 * DAY;
    bill([[day(11, 25), 3_000_000]]);
    read();
    expect(notices).toEqual([]);
    const { budgets } = watch.spendForecast.read();
    expect(budgets).toMatchObject([{ lateStart: day(11, 25), percent: 0 }]);
  });

  it('is not called late for a month that it was exceeded in, or for a period before it was set', () => {
    const july = [[day(7, 30), 2_000_000]] as const;
    now = day(7, 30) + DAY / 2;
    bill(july);
    watch.spendForecast.setBudgets([budget()]);
    now = day(8, 3);
    bill(july);
    read();
    const [set] = watch.spendForecast.read().budgets;
    expect(set).toMatchObject({ start: day(8, 1) });
    expect(set).not.toHaveProperty('lateStart');

    const other = watch.spendForecast.setBudgets([budget({ amount: 1_500_000 })]);
    expect(other.budgets[0]).not.toHaveProperty('lateStart');
    read();
    expect(watch.spendForecast.read().budgets[0]).not.toHaveProperty('lateStart');
  });

  it('counts one category, or only the amount left to pay', () => {
    bill([[day(11, 3), 600_000]], 'llm');
    const states = watch.spendForecast.setBudgets([
      budget(),
      budget({ id: '1b4e28ba-2fa1-4d2c-883f-0016d3cca428', scope: 'gen_api' }),
    ]).budgets;
    expect(states.map(({ percent }) => percent)).toEqual([60, 0]);
    expect(states[0]).toMatchObject({
      start: day(11, 1),
      end: day(12, 1),
      spent: { exact: '600000', hasDecimals: true },
      isKnown: true,
    });
  });
});

describe('the forecast of the month', () => {
  it('is known only when all of the month was read', () => {
    expect(watch.spendForecast.read().month).toEqual({ start: day(11, 1), end: day(12, 1) });
    bill(everyDay(day(11, 1), day(11, 22), 10_000));
    expect(watch.spendForecast.read().month).toMatchObject({
      spent: { exact: '220000', hasDecimals: true },
      readAt: NOW * 1000,
    });
    watch.onRead({ connectionId: ACCOUNT, isFirst: false, isRefused: true });
    expect(watch.spendForecast.read().mayReadBills).toBe(false);
  });

  it('keeps no forecast of an account that was removed while its bills were read', () => {
    bill(everyDay(day(10, 1), day(11, 22), 10_000));
    expect(watch.spendForecast.read().forecast.kind).toBe('range');
    database.prepare('DELETE FROM connections WHERE id = ?').run(ACCOUNT);
    watch.onRead({ connectionId: ACCOUNT, isFirst: false, isRefused: false });
    expect(database.prepare('SELECT count(*) AS kept FROM forecasts').get()).toEqual({ kept: 0 });
  });

  it('does not treat an unread yesterday as a day without charges', () => {
    bill(everyDay(day(10, 1), day(11, 20), 10_000));
    const range = { kind: 'range', low: 280_000, high: 280_000 };
    expect(watch.spendForecast.read().forecast).toEqual(range);
  });

  it('is the bill on the last day, and shows how earlier ones turned out', () => {
    bill(everyDay(day(10, 1), day(11, 22), 10_000));
    read();
    now = day(11, 30) + 3600;
    bill(everyDay(day(10, 1), day(11, 30), 10_000));
    expect(watch.spendForecast.read().forecast).toEqual({ kind: 'billed' });
    now = day(12, 3);
    bill(everyDay(day(10, 1), day(12, 3), 10_000));
    expect(watch.spendForecast.read().pastForecasts).toEqual([
      {
        madeOn: day(11, 16),
        month: day(11, 1),
        low: 300_000,
        high: 300_000,
        actual: { exact: '300000', hasDecimals: true },
      },
    ]);
  });

  it('shows a spike until its product is expected to cost more', () => {
    const days = new Map(everyDay(day(10, 1), day(11, 20), 10_000));
    days.set(day(11, 21), 90_000);
    bill(days);
    const { spikes } = watch.spendForecast.read();
    const products = [{ label: 'Object cleanup' }];
    expect(spikes).toMatchObject([{ start: day(11, 21), amount: 90_000, usual: 10_000, products }]);
    expect(watch.spendForecast.expect(spikes[0]?.products[0]?.key ?? '').spikes).toEqual([]);
    now += 8 * DAY;
    days.set(day(11, 29), 95_000);
    bill(days);
    expect(watch.spendForecast.read().spikes).toMatchObject([{ start: day(11, 29) }]);
  });
});

describe('a budget that asks', () => {
  const call = { connectionId: ACCOUNT, category: 'gen_api', price: 10_000 } as const;

  beforeEach(() => {
    bill([[day(11, 3), 985_000]]);
    watch.spendForecast.setBudgets([budget({ asks: true })]);
  });

  it('lets calls within it go, and names the three sums of one that exceeds it', () => {
    watch.budgetGuard.require([call]);
    const sums = { billed: '985000', unbilled: 0, cost: 20_000, calls: 2, limit: 1_000_000 };
    const details = expect.objectContaining(sums) as object;
    expect(() => watch.budgetGuard.require([call, call])).toThrow(
      expect.objectContaining({ kind: 'over-budget', details }),
    );
  });

  function addJob(state: string, createdAt: number, submittedAt: number | null): void {
    database
      .prepare(
        `INSERT INTO jobs (id, revision, kind, state, request, profile, connection_id, connection_name,
           request_hash, patch_ids, findings, created_at, submitted_at, price)
         VALUES ('a', 1, 'cleanup', ?, '{}', '', ?, '', '', '[]', '{}', ?, ?, 8000)`,
      )
      .run(state, ACCOUNT, createdAt, submittedAt);
  }
  const MINUTE_AGO = NOW * 1000 - 60_000;
  const YESTERDAY = (NOW - DAY) * 1000;

  it.each([
    ['sent a minute ago', 'done', MINUTE_AGO, MINUTE_AGO],
    ['ordered before the last bill and sent after it', 'done', YESTERDAY, MINUTE_AGO],
    ['still waiting since before the last bill', 'waiting', YESTERDAY, null],
    ['waiting again after it was not reached', 'waiting', YESTERDAY, YESTERDAY],
  ])('counts a call of our own that no bill shows yet, %s', (_when, state, created, submitted) => {
    addJob(state, created, submitted);
    expect(() => watch.budgetGuard.require([call])).toThrow('over your budget of $100.00');
  });

  it('does not count a call of our own that the bill shows', () => {
    addJob('done', YESTERDAY, YESTERDAY);
    watch.budgetGuard.require([call]);
  });

  it('counts a call of our own of the service’s day while this computer’s clock is a day behind', () => {
    behind = DAY;
    bill([[day(11, 22), 985_000]]);
    watch.spendForecast.setBudgets([budget({ asks: true, period: 'day' })]);
    addJob('done', YESTERDAY - 60_000, YESTERDAY - 60_000);
    expect(() => watch.budgetGuard.require([call])).toThrow('over your budget of $100.00');
  });

  it('asks about an unknown price only when nothing is left', () => {
    const unknown = { ...call, price: undefined };
    watch.budgetGuard.require([unknown]);
    bill([[day(11, 3), 1_000_000]]);
    expect(() => watch.budgetGuard.require([unknown])).toThrow('over your budget');
    watch.budgetGuard.require([{ ...unknown, connectionId: 'practice' }]);
  });

  it('lets the next run go, or all of today', () => {
    const over = [call, call];
    watch.budgetGuard.allow(budget().id, 'next');
    watch.budgetGuard.require(over);
    expect(() => watch.budgetGuard.require(over)).toThrow();
    watch.budgetGuard.allow(budget().id, 'today');
    watch.budgetGuard.require(over);
    start();
    watch.budgetGuard.require(over);
    now = day(11, 23);
    expect(() => watch.budgetGuard.require(over)).toThrow();
  });
});
