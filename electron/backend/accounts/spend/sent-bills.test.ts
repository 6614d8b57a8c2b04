/** Bills beyond the specification: own categories, and decimals in either unit. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHARGED_CATEGORIES } from '../../../../shared/api/billing.ts';
import type { SpendReadEvent, SpendUnit } from '../../../../shared/contract/spend.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import {
  startQuirkyServer,
  type QuirkyServer,
} from '../../service/client/testing/quirky-server.ts';

const DAY = 86_400;
const KEY = 'bills-test-key-0123456789';
const TODAY = Math.floor(Date.now() / 1000 / DAY) * DAY;
const RANGE = { start: TODAY - 40 * DAY, end: TODAY + DAY };

type Row = Readonly<Record<string, string>>;

let server: QuirkyServer;
let fixture: BackendFixture;
/** What the service answers, by the category that is asked for; one that is missing is refused. */
let bills: Record<string, readonly Row[]>;

beforeEach(async () => {
  bills = Object.fromEntries([...CHARGED_CATEGORIES, 'summary'].map((name) => [name, []]));
  server = await startQuirkyServer(async (request, response) => {
    await request.body;
    const url = new URL(request.url ?? '/', 'http://bills.test');
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${KEY}`) return void answer(401, {});
    if (!url.pathname.endsWith('/bill/list')) return void answer(200, { data: [{ id: 'm' }] });
    const rows = bills[url.searchParams.get('productCategory') ?? ''];
    if (rows === undefined) return void answer(400, { reason: 'INVALID_PRODUCT_CATEGORY' });
    const [from, to] = ['startTime', 'endTime'].map((name) => Number(url.searchParams.get(name)));
    const within = ({ startTime }: Row) =>
      Number(startTime) >= (from ?? 0) && Number(startTime) <= (to ?? 0);
    answer(200, { bills: rows.filter(within) });
  });
  fixture = await createBackendFixture();
  await fixture.client().connections.add({ name: 'Mine', baseUrl: server.baseUrl, key: KEY });
});

/** A row of yesterday, 1/10000 USD. */
function row(category: string, amount: string, more: Row = {}): Row {
  const startTime = String(TODAY - DAY);
  return { userId: 'me', category, productName: category, amount, startTime, ...more };
}

const rangeOf = (unit: SpendUnit) =>
  unit === 'hour' ? { ...RANGE, start: TODAY - 10 * DAY } : RANGE;

async function read(isForced = false, unit: SpendUnit = 'day'): Promise<readonly SpendReadEvent[]> {
  const events: SpendReadEvent[] = [];
  const wanted = { range: rangeOf(unit), unit, categories: [...CHARGED_CATEGORIES], isForced };
  for await (const event of await fixture.client().spend.read(wanted)) events.push(event);
  return events;
}

function series(filter: { categories: string[]; without?: string[] }, unit: SpendUnit = 'day') {
  const query = { groupBy: 'category', maxKeys: 20, maxBuckets: 700 } as const;
  return fixture.client().spend.series({ range: rangeOf(unit), filter, unit, ...query });
}

const EVERYTHING = { categories: [...CHARGED_CATEGORIES] };

async function totals() {
  const { total, check, isAtMost, keys } = await series(EVERYTHING);
  return {
    amount: total.amount.exact,
    check: check.kind,
    isAtMost: isAtMost === true,
    keys: Object.fromEntries(keys.map((key) => [key.label, key.total.amount.exact])),
  };
}

describe('a category that only the service knows', () => {
  beforeEach(() => {
    bills['gpu'] = [row('gpu', '30000')];
    bills['cloud_sandbox'] = [row('cloud_sandbox', '90000')];
    bills['summary'] = [row('gpu', '30000'), row('cloud_sandbox', '90000')];
  });
  const whole = {
    amount: '120000',
    check: 'matches',
    isAtMost: false,
    keys: { gpu: '30000', cloud_sandbox: '90000' },
  };

  it('is requested by its name, and is part of every sum, even after a restart', async () => {
    const events = await read();
    expect(events).toContainEqual(
      expect.objectContaining({ category: 'cloud_sandbox', state: 'done' }),
    );
    expect(await totals()).toEqual(whole);
    await fixture.restart();
    expect(await totals()).toEqual(whole);
    const asked = server.seen.length;
    await read();
    expect(server.seen).toHaveLength(asked);
  });

  it('is in the month, the budgets, the rows and the file', async () => {
    await read();
    const amount = { amount: 1_000_000, counts: 'used', asks: false } as const;
    const month = { id: 'b1', period: 'month', ...amount } as const;
    const { spendForecast, spend } = fixture.client();
    const outcome = await spendForecast.setBudgets({
      budgets: [
        { ...month, scope: 'all' },
        { ...month, id: 'b2', scope: 'cloud_sandbox' },
      ],
    });
    const isThisMonth =
      new Date((TODAY - DAY) * 1000).getUTCMonth() === new Date(TODAY * 1000).getUTCMonth();
    expect(outcome.categories).toContain('cloud_sandbox');
    expect(outcome.month.spent?.exact).toBe(isThisMonth ? '120000' : '0');
    expect(outcome.budgets.map(({ spent }) => spent.exact)).toEqual(
      isThisMonth ? ['120000', '90000'] : ['0', '0'],
    );
    const selection = { range: RANGE, filter: EVERYTHING, unit: 'day' as const };
    await spend.save({ selection, columns: 'gesso' });
    const path = join(fixture.folder, 'rows.csv');
    const request = fixture.saved.at(-1);
    expect(request?.suggestedName).toMatch(/^Gesso spend [-\d]{10} to [-\d]{10}\.csv$/u);
    await request?.write(path);
    expect(await readFile(path, 'utf8')).toMatch(/cloud_sandbox.*,9(?:\.0+)?,/u);
    const first = { sortBy: 'amount', isDescending: true, offset: 0, limit: 10 } as const;
    const page = await spend.rows({ selection, ...first });
    expect(page).toMatchObject({ count: 2, total: { amount: { exact: '120000' } } });
  });

  it('can be excluded, and shown alone', async () => {
    await read();
    const left = await series({ ...EVERYTHING, without: ['cloud_sandbox'] });
    expect([left.total.amount.exact, left.check.kind]).toEqual(['30000', 'none']);
    expect(left.furtherCategories).toEqual(['cloud_sandbox']);
    const alone = await series({ categories: ['cloud_sandbox'] });
    expect(alone.total.amount.exact).toBe('90000');
    const known = await series({ categories: ['gpu'] });
    expect(known.total.amount.exact).toBe('30000');
  });

  it('counts from the service’s own total when it accepts no query for it', async () => {
    delete bills['cloud_sandbox'];
    await read();
    expect(await totals()).toEqual(whole);
    const asked = () => server.seen.filter(({ url }) => url.includes('cloud_sandbox')).length;
    const before = asked();
    await read(true);
    expect(asked()).toBe(before);
    expect((await totals()).amount).toBe('120000');
  });

  it('does not count twice when the total names a known one differently', async () => {
    bills['summary'] = [row('GPU Instances', '30000')];
    await read();
    expect(await totals()).toMatchObject({ amount: '30000', check: 'matches' });
  });

  it('does not count twice when a service answers an unknown query with everything', async () => {
    bills['cloud_sandbox'] = [...(bills['gpu'] ?? []), ...(bills['cloud_sandbox'] ?? [])];
    await read();
    expect(await totals()).toEqual(whole);
  });

  it('may be named by a product of the total, or by a row of another answer', async () => {
    bills['summary'] = [row('', '120000', { productName: 'cloud_sandbox' })];
    await read();
    expect(await totals()).toMatchObject({ amount: '120000', check: 'matches' });
    bills['rerank'] = [row('rerank', '7')];
    bills['llm'] = [row('llm', '5'), row('rerank', '7')];
    await read(true);
    expect((await totals()).keys).toMatchObject({ llm: '5', rerank: '7' });
    bills['rerank'] = [];
    await read(true);
    expect((await totals()).keys).toMatchObject({ llm: '5', rerank: '7' });
    expect((await series({ categories: ['rerank'] })).total.amount.exact).toBe('7');
  });
});

describe('decimal amounts', () => {
  const small = (decimal: string, more: Row = {}) =>
    row('llm', '0', {
      voucherAmount: '0',
      payAmount: '0',
      amountDecimal: decimal,
      voucherAmountDecimal: '0',
      payableDecimal: decimal,
      ...more,
    });
  const withTotal = (...rows: readonly Row[]) => {
    bills['llm'] = rows;
    bills['summary'] = rows.map((each) => ({ ...each, category: 'summary' }));
  };
  const large = (decimal: string) =>
    row('llm', '20000', {
      voucherAmount: '5000',
      payAmount: '15000',
      amountDecimal: decimal,
      voucherAmountDecimal: decimal === '2' ? '0.5' : '5000',
      payAmountDecimal: decimal === '2' ? '1.5' : '15000',
    });

  it('have an unknown unit until a row reveals it, with a note', async () => {
    withTotal(small('0.00009'));
    await read();
    expect(await totals()).toMatchObject({ amount: '0.9', check: 'none', isAtMost: true });
    await fixture.restart();
    expect(await totals()).toMatchObject({ amount: '0.9', check: 'none', isAtMost: true });
  });

  it('are dollars once a row says so, for all earlier bills', async () => {
    withTotal(small('0.00009'));
    await read();
    const rows = [small('0.00009'), large('2')];
    withTotal(...rows);
    await read(true);
    expect(await totals()).toMatchObject({ amount: '20000.9', check: 'matches', isAtMost: false });
    const { total } = await series(EVERYTHING);
    expect(total.voucherAmount.exact).toBe('5000');
    expect(total.payAmount.exact).toBe('15000.9');
    await read(false, 'hour');
    expect((await series(EVERYTHING, 'hour')).total.amount.exact).toBe('20000.9');
    await fixture.restart();
    expect(await totals()).toMatchObject({ amount: '20000.9', check: 'matches' });
    // fixed: a later row that looks otherwise does not change it
    withTotal(small('0.00009'));
    await read(true);
    expect(await totals()).toMatchObject({ amount: '0.9', check: 'matches', isAtMost: false });
  });

  it('are 1/10000 of a dollar once a row says so', async () => {
    withTotal(small('0.0009'));
    await read();
    expect(await totals()).toMatchObject({ isAtMost: true });
    withTotal(small('0.0009'), large('20000'));
    await read(true);
    const known = { amount: '20000.0009', check: 'matches', isAtMost: false };
    expect(await totals()).toMatchObject(known);
  });

  it('reveal their unit by a refund, and not by rows below 2', async () => {
    const credit = (whole: string, decimal: string) =>
      row('llm', whole, { amountDecimal: decimal, payAmount: whole, payAmountDecimal: decimal });
    withTotal(small('0.00009'), credit('1', '0.0001'));
    await read();
    expect(await totals()).toMatchObject({ isAtMost: true });
    withTotal(small('0.00009'), credit('-20000', '-2.0'));
    await read(true);
    expect(await totals()).toMatchObject({ amount: '-19999.1', isAtMost: false });
  });
});
