/** Bills of the practice service, through the contract. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDecimals, parseDecimal, type ExactDecimal } from '../../../shared/api/exact-decimal.ts';
import type { BillLine, BillRange } from '../../../shared/contract/spend.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { startService, testKey, type Service } from '../../testing/practice-service.ts';
import { isClosed, LATENESS, queriesFor, unitsOf } from './bill-units.ts';

const DAY = 86_400;
const BILLS = '/openapi/v1/billing/bill/list';
const TODAY = Math.floor(Date.now() / 1000 / DAY) * DAY;

let service: Service;
let fixture: BackendFixture;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});
afterAll(async () => {
  await service.server.close();
});
beforeEach(async () => {
  fixture = await createBackendFixture();
  await fixture.client().connections.add({ name: 'Mine', baseUrl: service.url, key: testKey });
  await service.call('/practice/requests', { method: 'DELETE' });
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await service.call('/practice/ledger', { method: 'DELETE' });
  await service.call('/practice/ledger/rows', { method: 'DELETE' });
  await fixture[Symbol.asyncDispose]();
});

function bills(range: Partial<BillRange>) {
  return fixture.client().spend.bills({
    cycle: 'Day',
    categories: ['llm'],
    start: TODAY - 80 * DAY,
    end: TODAY + DAY,
    ...range,
  });
}

/** Query strings of the calls so far. */
async function queries(): Promise<readonly URLSearchParams[]> {
  return (await service.records())
    .filter(({ path }) => path === BILLS)
    .map(({ query }) => new URLSearchParams(String(query)));
}

function sum(rows: readonly BillLine[]): ExactDecimal {
  return rows
    .map(({ amount }) => parseDecimal(amount.exact) ?? { value: 0n, scale: 0 })
    .reduce(addDecimals, { value: 0n, scale: 0 });
}

describe('bills', () => {
  it('of a long range are asked for in parts the service takes, one after the other', async () => {
    const { rows } = await bills({ categories: ['llm', 'gen_api'] });
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['llm', 'gen_api']));
    const asked = await queries();
    for (const query of asked) {
      const seconds = Number(query.get('endTime')) + 1 - Number(query.get('startTime'));
      expect(seconds).toBeLessThanOrEqual(31 * DAY);
    }
    const days = new Set(rows.map(({ startTime }) => startTime));
    expect(days.size).toBeGreaterThan(75);
    expect([...days].every((start) => start >= TODAY - 80 * DAY && start % DAY === 0)).toBe(true);
    const records = (await service.records()).filter(({ path }) => path === BILLS);
    for (const [index, record] of records.entries()) {
      const next = records[index + 1];
      if (next === undefined) continue;
      expect(Number(next['headersAt'])).toBeGreaterThanOrEqual(Number(record['answeredAt']));
    }
  });

  it('that cannot change any more are asked for once, also after a restart', async () => {
    const first = await bills({});
    const before = (await queries()).length;
    await fixture.restart();
    const second = await bills({});
    expect(second.rows).toEqual(first.rows);
    const repeated = (await queries()).slice(before);
    for (const query of repeated) {
      expect(Number(query.get('endTime'))).toBeGreaterThan(TODAY - 32 * DAY);
    }
    expect(repeated.length).toBeLessThan(before);
    await bills({ start: TODAY - 70 * DAY, end: TODAY - 65 * DAY, productName: 'x' });
    expect((await queries()).length).toBe(before + repeated.length);
  });

  it('by day, by week and by hour come to the same amounts, and the summary to all of them', async () => {
    const range = { start: TODAY - 9 * DAY, end: TODAY - 2 * DAY };
    const categories = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;
    const byDay = await bills({ ...range, categories: [...categories] });
    const byHour = await bills({ ...range, cycle: 'Hour', categories: [...categories] });
    const summary = await bills({ ...range, categories: ['summary'] });
    expect(sum(byHour.rows)).toEqual(sum(byDay.rows));
    expect(sum(summary.rows)).toEqual(sum(byDay.rows));
  });

  it('that are equal in every field are all counted, and said to be equal', async () => {
    const row = {
      category: 'llm',
      productName: 'Model',
      startTime: TODAY,
      amount: '12',
      amountDecimal: '12.5',
    };
    const body = { bills: [row, row, row, { ...row, amount: '13', amountDecimal: '13.5' }] };
    await service.post('/practice/faults', { path: BILLS, kind: 'answer', status: 200, body });
    const found = await bills({ start: TODAY });
    expect(found.rows).toHaveLength(4);
    expect(found.repeated).toEqual({ count: 2, amount: '25.0' });
    const summary = { bills: [row, row].map((each) => ({ ...each, category: 'summary' })) };
    await service.post('/practice/faults', {
      path: BILLS,
      kind: 'answer',
      status: 200,
      body: summary,
    });
    const control = await bills({ start: TODAY, categories: ['summary'] });
    expect(control).toMatchObject({ rows: [{}, {}], repeated: { count: 0, amount: '0' } });
  });

  it('can be narrowed to a product and an owner without asking again', async () => {
    const { rows } = await bills({});
    const before = (await queries()).length;
    const [row] = rows;
    const part = row?.productName.slice(1, 6).toUpperCase() ?? '';
    const named = await bills({ end: TODAY - 40 * DAY, productName: part });
    expect(named.rows.length).toBeGreaterThan(0);
    for (const { productName } of named.rows) expect(productName.toUpperCase()).toContain(part);
    const owned = await bills({ end: TODAY - 40 * DAY, ownerId: 'nobody' });
    expect(owned.rows).toEqual([]);
    const later = (await queries()).slice(before);
    expect(later.every((query) => Number(query.get('endTime')) > TODAY - 72 * DAY)).toBe(true);
  });

  it('of twenty thousand rows arrive whole', async () => {
    const posted = await service.post('/practice/ledger/rows', {
      rows: 20_000,
      category: 'serverless',
      cycleType: 'Day',
    });
    expect(posted.ok, await posted.text()).toBe(true);
    const { rows } = await bills({ categories: ['serverless'], start: TODAY - 30 * DAY });
    expect(rows.length).toBeGreaterThanOrEqual(20_000);
  }, 30_000);

  it('that the key may not read say so, and that the key is not bad', async () => {
    await service.post('/practice/ledger', { billingRole: false });
    await expect(bills({})).rejects.toMatchObject({ data: { kind: 'not-permitted' } });
  });

  it('are asked for again when the service wants it slower', async () => {
    await service.post('/practice/faults', {
      path: BILLS,
      kind: 'rate-limit',
      retryAfterSeconds: 0,
      times: 2,
    });
    const { rows } = await bills({ start: TODAY - DAY });
    expect(rows.length).toBeGreaterThan(0);
  });

  it('of a period that ends before it begins are refused in a sentence', async () => {
    await expect(bills({ end: 5 })).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    expect(await queries()).toEqual([]);
  });
});

describe('what is kept together', () => {
  it('covers a range without gap and overlap, and never the future', () => {
    for (const cycle of ['Hour', 'Day', 'Week', 'Month'] as const) {
      const start = TODAY - 100 * DAY + 12_345;
      const units = unitsOf(cycle, start, TODAY + 400 * DAY, TODAY);
      expect(units[0]?.start).toBeLessThanOrEqual(start);
      expect(units.at(-1)?.start).toBeLessThanOrEqual(TODAY);
      for (const [index, unit] of units.entries()) {
        expect(unit.end).toBeGreaterThan(unit.start);
        if (index > 0) expect(unit.start).toBe(units[index - 1]?.end);
      }
      const asked = queriesFor(cycle, units);
      expect(asked[0]?.start).toBe(units[0]?.start);
      expect(asked.at(-1)?.end).toBe(units.at(-1)?.end);
      if (cycle === 'Week' || cycle === 'Month') expect(asked).toHaveLength(1);
      else expect(asked).toEqual(units);
    }
  });

  it('is closed only when late rows have arrived, too', () => {
    const unit = { start: 0, end: 1000 };
    expect(isClosed(unit, 999 + LATENESS)).toBe(false);
    expect(isClosed(unit, 1000 + LATENESS)).toBe(true);
  });
});
