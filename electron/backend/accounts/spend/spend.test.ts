/** Tests bills of the practice service through the contract. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import { addDecimals, formatDecimal } from '../../../../shared/api/exact-decimal.ts';
import type {
  SpendRead,
  SpendReadEvent,
  SpendRowsQuery,
  SpendSelection,
  SpendSeriesQuery,
} from '../../../../shared/contract/spend.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startService, testKey } from '../../../testing/practice-service.ts';
import { decimalOf } from './money-sum.ts';

const DAY = 86_400;
const BILLS = '/openapi/v1/billing/bill/list';
const TODAY = Math.floor(Date.now() / 1000 / DAY) * DAY;
const ALL = [...CHARGED_CATEGORIES];

let fixture: BackendFixture;

const service = await startService({ tokensPerSecond: 0 });
beforeEach(async () => {
  fixture = await createBackendFixture();
  await fixture.client().connections.add({ name: 'Mine', baseUrl: service.url, key: testKey });
  await service.call('/practice/requests', { method: 'DELETE' });
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await service.post('/practice/state', { billingRole: true });
});

const spend = () => fixture.client().spend;
const TODAY_ALONE = { start: TODAY, end: TODAY + DAY };
const lastDays = (days: number) => ({ start: TODAY - days * DAY, end: TODAY + DAY });

async function read(wanted: Partial<SpendRead> = {}): Promise<readonly SpendReadEvent[]> {
  const events: SpendReadEvent[] = [];
  const all = {
    range: lastDays(80),
    unit: 'day' as const,
    categories: ['llm' as const],
    ...wanted,
  };
  for await (const event of await spend().read(all)) events.push(event);
  return events;
}

function series(query: Partial<SpendSeriesQuery> = {}) {
  return spend().series({
    range: lastDays(80),
    filter: { categories: ['llm'] },
    unit: 'day',
    groupBy: 'category',
    maxKeys: 6,
    maxBuckets: 700,
    ...query,
  });
}

async function rows(selection: Partial<SpendSelection> = {}, query: Partial<SpendRowsQuery> = {}) {
  const page = await spend().rows({
    selection: { range: lastDays(80), filter: { categories: ['llm'] }, unit: 'day', ...selection },
    sortBy: 'startTime',
    isDescending: false,
    offset: 0,
    limit: 500,
    ...query,
  });
  return { ...page, rows: page.items.flatMap((item) => (item.kind === 'row' ? item.row : [])) };
}

/** Query strings of the calls so far. */
async function queries(): Promise<readonly URLSearchParams[]> {
  return (await service.records())
    .filter(({ path }) => path === BILLS)
    .map(({ query }) => new URLSearchParams(query));
}

const sum = (amounts: readonly (string | null)[]) =>
  formatDecimal(amounts.map((each) => decimalOf(each ?? '0')).reduce(addDecimals));

const fault = (what: object) => service.post('/practice/faults', { path: BILLS, ...what });
const answer = (body: unknown) => fault({ kind: 'answer', status: 200, body });

describe('syncing bills', () => {
  it('asks in periods that the service accepts, one after another, and reports progress', async () => {
    const wanted = { range: lastDays(80), unit: 'day' as const, categories: ['llm', 'gen_api'] };
    const size = await spend().readingSize(wanted);
    const events = await read(wanted);
    const asked = await queries();
    expect(asked).toHaveLength(size.requests);
    for (const query of asked) {
      const seconds = Number(query.get('endTime')) + 1 - Number(query.get('startTime'));
      expect(seconds).toBeLessThanOrEqual(31 * DAY);
    }
    const records = (await service.records()).filter(({ path }) => path === BILLS);
    for (const [index, record] of records.entries()) {
      const next = records[index + 1];
      if (next === undefined) continue;
      expect(next.headersAt).toBeGreaterThanOrEqual(Number(record['answeredAt']));
    }
    expect(events.at(-1)).toEqual({ kind: 'ended', changed: '0' });
    const done = events.filter((event) => event.kind === 'category' && event.state === 'done');
    expect(done).toMatchObject([
      { category: 'llm', answered: size.requests / 2, of: size.requests },
      { category: 'gen_api', answered: size.requests, of: size.requests },
    ]);
  });

  it('continues with the other categories when one fails, and names it', async () => {
    const body = { code: 400, reason: 'INVALID_PRODUCT_CATEGORY' };
    await fault({ kind: 'answer', status: 400, body });
    const events = await read({ categories: ['gpu', 'llm'], range: lastDays(2) });
    const ends = events.filter((event) => event.kind === 'category' && event.state !== 'asking');
    expect(ends).toMatchObject([
      { category: 'gpu', state: 'failed', error: { message: expect.any(String) } },
      { category: 'llm', state: 'done' },
    ]);
    expect((await series({ range: lastDays(2) })).total.rows).toBeGreaterThan(0);
  });

  it('says that the key may not read bills, and keeps stored ones', async () => {
    await read();
    const { total } = await series();
    await service.post('/practice/state', { billingRole: false });
    const events = await read({ isForced: true });
    expect(events).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ kind: 'not-permitted' }) }),
    );
    expect((await series()).total).toEqual(total);
  });

  it('waits when the service asks to slow down, and says until when', async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 0, times: 2 });
    const events = await read({ range: lastDays(1) });
    const waits = events.filter((event) => event.kind === 'category' && event.state === 'waiting');
    expect(waits).toHaveLength(2);
    expect(waits[0]).toMatchObject({ until: expect.any(Number) });
    expect((await series({ range: lastDays(1) })).total.rows).toBeGreaterThan(0);
  });

  it('keeps received rows when it is interrupted', async () => {
    const wanted = { range: lastDays(80), unit: 'day' as const, categories: ['llm', 'gpu'] };
    const events = await spend().read(wanted);
    for await (const event of events) {
      if (event.kind === 'category' && event.state === 'done') break;
    }
    expect((await series()).total.rows).toBeGreaterThan(0);
    await expect.poll(async () => (await series()).buckets[0]?.state).toBe('final');
  });
});

describe('a chart series', () => {
  it('has the service’s own total, and the same by hour as by day', async () => {
    const range = { start: TODAY - 9 * DAY, end: TODAY - 2 * DAY };
    await read({ range, categories: ALL });
    await read({ range, categories: ALL, unit: 'hour' });
    const byDay = await series({ range, filter: { categories: ALL }, groupBy: 'connection' });
    expect(byDay.check).toEqual({ kind: 'matches' });
    expect(sum(byDay.amounts.flat())).toBe(sum([byDay.total.amount.exact]));
    const byHour = await series({ range, filter: { categories: ALL }, unit: 'hour' });
    expect(byHour.buckets).toHaveLength(7 * 24);
    expect(sum(byHour.amounts.flat())).toBe(sum(byDay.amounts.flat()));
  });

  it('adds up its hours by day in another time zone', async () => {
    const hour = 3600;
    const range = { start: TODAY - 9 * DAY - hour, end: TODAY - 2 * DAY - hour };
    await read({ range, categories: ALL, unit: 'hour' });
    const filter = { categories: ALL };
    const byHour = await series({ range, filter, unit: 'hour' });
    const dayStarts = Array.from({ length: 8 }, (_, index) => range.start + index * DAY);
    const local = await series({ range, filter, dayStarts });
    expect(local.unit).toBe('day');
    expect(local.buckets.map(({ start }) => start)).toEqual(dayStarts.slice(0, -1));
    expect(sum(local.amounts.flat())).toBe(sum(byHour.amounts.flat()));
    const first = byHour.amounts.flatMap((amounts) => amounts.slice(0, 24));
    expect(sum(local.amounts.map(([amount]) => amount ?? null))).toBe(sum(first));
  });

  it('becomes coarser when its bars do not fit, and gives the reason', async () => {
    expect(await series({ unit: 'day', maxBuckets: 20 })).toMatchObject({
      unit: 'week',
      coarserBecause: 'bars',
    });
    expect(await series({ unit: 'hour' })).toMatchObject({ unit: 'day', coarserBecause: 'hours' });
    const fits = await series({ unit: 'week', maxBuckets: 20 });
    expect(fits.unit).toBe('week');
    expect(fits.coarserBecause).toBeUndefined();
  });

  it('distinguishes final, provisional, running and unread periods', async () => {
    await read({ range: lastDays(2), categories: ['cloud_storage'] });
    const filter = { categories: ['cloud_storage' as const] };
    const { buckets, readAt } = await series({ range: lastDays(2), filter });
    expect(buckets.map(({ state }) => state).slice(-2)).toEqual(['may-change', 'so-far']);
    expect(readAt).toBeGreaterThan(Date.now() - 60_000);
    const before = { start: TODAY - 400 * DAY, end: TODAY - 399 * DAY };
    expect((await series({ range: before, filter })).buckets[0]?.state).toBe('unknown');
  });

  it('names the difference from the service’s own total, and where it is', async () => {
    const row = { productName: 'A', startTime: TODAY, amount: '12', payAmount: '12' };
    const range = TODAY_ALONE;
    for (const category of ALL) await answer({ bills: [{ ...row, category }] });
    await answer({ bills: [{ ...row, category: 'summary', amount: '59', payAmount: '59' }] });
    await read({ range, categories: ALL, isForced: true });
    const { check, total } = await series({ range, filter: { categories: ALL } });
    expect(total.amount.exact).toBe('60');
    expect(check).toEqual({ kind: 'differs', by: '-1', buckets: [TODAY] });
  });

  it('counts equal rows and says so, and rows whose parts do not add up', async () => {
    const row = {
      category: 'llm',
      productName: 'Model',
      startTime: TODAY,
      amount: '12',
      amountDecimal: '12.5',
      voucherAmount: '0',
      payAmount: '12',
      payAmountDecimal: '12.5',
    };
    const uneven = { ...row, amount: '19', amountDecimal: '19.5' };
    await answer({ bills: [row, row, row, uneven] });
    const range = TODAY_ALONE;
    await read({ range });
    const found = await series({ range });
    expect(found.total.rows).toBe(4);
    expect(found.repeated).toEqual({ count: 2, amount: '25.0' });
    expect(found.unevenRows).toBe(1);
    const marked = await rows({ range, isUneven: true });
    expect(marked.rows.map(({ amount }) => amount.exact)).toEqual(['19.5']);
    expect(marked.total.rows).toBe(1);
  });
});

describe('bill rows', () => {
  it('are paged, sorted by exact amounts and in natural order by name', async () => {
    const amounts = ['9', '10', '-3', '9.00000000000000000000000000001', '0'];
    const bills = amounts.map((amountDecimal, index) => ({
      category: 'llm',
      productName: `Model ${amounts.length * 3 - index * 3}`,
      startTime: TODAY,
      amount: amountDecimal.replace(/\..*/u, ''),
      amountDecimal,
    }));
    await answer({ bills });
    const range = TODAY_ALONE;
    await read({ range });
    const falling = { sortBy: 'amount', isDescending: true } as const;
    const byAmount = await rows({ range }, falling);
    const most = ['10', '9.00000000000000000000000000001'];
    expect(byAmount.rows.map(({ amount }) => amount.exact)).toEqual([...most, '9', '0', '-3']);
    const second = await rows({ range }, { ...falling, offset: 2, limit: 2 });
    expect(second.rows.map(({ amount }) => amount.exact)).toEqual(['9', '0']);
    expect(second.total).toEqual(byAmount.total);
    const byName = await rows({ range }, { sortBy: 'productName' });
    const names = [3, 6, 9, 12, 15].map((n) => `Model ${n}`);
    expect(byName.rows.map(({ productName }) => productName)).toEqual(names);
    const found = await rows({ range, search: 'MODEL 12' });
    expect(found.rows.map(({ amount }) => amount.exact)).toEqual(['10']);
  });

  it('are found in any case, however the accents of a name are spelled', async () => {
    const row = { category: 'llm', startTime: TODAY, amount: '12', amountDecimal: '12.5' };
    await answer({ bills: [{ ...row, productName: 'Modèle' }] });
    const range = TODAY_ALONE;
    await read({ range });
    const text = 'MODÈLE'.normalize('NFD');
    expect((await rows({ range, search: text })).total.rows).toBe(1);
    const filter = { categories: ['llm' as const], productName: text };
    expect((await rows({ range, filter })).total.rows).toBe(1);
  });

  it('can be narrowed to a product and an owner without asking again', async () => {
    await read();
    const before = (await queries()).length;
    const all = await rows();
    const part = all.rows[0]?.productName.slice(1, 6).toUpperCase() ?? '';
    const filter = { categories: ['llm' as const], productName: part };
    const named = await rows({ filter });
    expect(named.rows.length).toBeGreaterThan(0);
    for (const { productName } of named.rows) expect(productName.toUpperCase()).toContain(part);
    expect((await series({ filter })).total).toEqual(named.total);
    const owned = await rows({ filter: { categories: ['llm'], ownerId: 'nobody' } });
    expect(owned.total.rows).toBe(0);
    expect(await queries()).toHaveLength(before);
  });
});
