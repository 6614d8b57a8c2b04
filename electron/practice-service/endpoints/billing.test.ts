/** The list of bills over HTTP: cycles, categories, ranges, refusals and the balance. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import { chat, complete } from '../testing/language.ts';

type Bill = Readonly<Record<string, string>>;

const PATH = '/openapi/v1/billing/bill/list';
const CATEGORIES = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'];
const DAY = 86_400;

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  // in the middle of an hour, so that none begins during a test
  const skewSeconds = 1_800 - (Math.floor(Date.now() / 1000) % 3_600);
  await service.post('/practice/clock', { skewSeconds });
});

afterAll(async () => {
  await service.server.close();
});

beforeEach(async () => {
  await service.call('/practice/ledger', { method: 'DELETE' });
  await change({ queryMilliseconds: 0 });
});

function change(settings: object): Promise<Response> {
  return service.post('/practice/ledger', settings);
}

function ask(query: Readonly<Record<string, string | number>>): Promise<Response> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return service.call(`${PATH}?${parameters.toString()}`);
}

async function bills(
  cycleType: string,
  productCategory: string,
  query: Readonly<Record<string, string | number>> = {},
): Promise<readonly Bill[]> {
  const response = await ask({ cycleType, productCategory, ...query });
  expect(response.status).toBe(200);
  const answer = await readJson(response);
  expect(Object.keys(answer)).toEqual(['bills']);
  return answer['bills'] as readonly Bill[];
}

/** Whole 1/10000 USD. */
function sum(rows: readonly Bill[], field = 'amount'): bigint {
  return rows.reduce((total, row) => total + BigInt(row[field] ?? ''), 0n);
}

/** 1/10000 USD with six digits, as millionths. */
function exactSum(rows: readonly Bill[], field = 'amountDecimal'): bigint {
  return rows.reduce((total, row) => {
    const [whole = '0', fraction = ''] = (row[field] ?? '').split('.');
    return total + BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  }, 0n);
}

describe('GET /openapi/v1/billing/bill/list', () => {
  it.each(['Hour', 'Month'])(
    'has the exact total of the others in the %s summary',
    async (cycle) => {
      await complete(service, { max_tokens: 7 });
      const summary = await bills(cycle, 'summary');
      const others: Bill[] = [];
      for (const name of CATEGORIES) others.push(...(await bills(cycle, name)));
      for (const row of summary) {
        const same = others.filter((other) => other['startTime'] === row['startTime']);
        for (const field of ['amount', 'voucherAmount', 'payAmount']) {
          expect(sum([row], field)).toBe(sum(same, field));
        }
        expect(exactSum([row])).toBe(exactSum(same));
      }
      expect(sum(summary)).toBe(sum(others));
    },
  );

  it('comes to the same in every cycle', async () => {
    // the week before this one
    const monday = Math.floor((Date.now() / 1000 / DAY + 3) / 7) * 7 * DAY - 3 * DAY;
    const range = { startTime: monday - 7 * DAY, endTime: monday - 1 };
    const totals: string[] = [];
    for (const name of ['Hour', 'Day', 'Week']) {
      const rows = await bills(name, 'llm', range);
      totals.push(`${sum(rows)} ${exactSum(rows)} ${sum(rows, 'billNum0')}`);
    }
    expect(new Set(totals).size).toBe(1);
  });

  it('books calls in the row of the running hour, with tokens and prices', async () => {
    await change({ history: false });
    const model = 'practice/vellum-24b';
    const first = await complete(service, { model, max_tokens: 9 });
    const second = await chat(service, 'Hello!', { model });
    const rows = await bills('Hour', 'llm');
    const input = (first.usage?.prompt_tokens ?? 0) + (second.usage?.prompt_tokens ?? 0);
    const output = (first.usage?.completion_tokens ?? 0) + (second.usage?.completion_tokens ?? 0);
    const amount = BigInt(1_200 * input + 3_000 * output);
    expect(rows).toMatchObject([
      {
        category: 'llm',
        productName: model,
        ownerID: 'key-practice',
        billNum0: String(input),
        billNum1: String(output),
        basePrice0: '1200',
        basePrice1: '3000',
        discountPrice0: '1200',
        discountPrice1: '3000',
        pricePrecision: '1000000',
        amount: '0',
      },
    ]);
    expect(exactSum(rows)).toBe(amount);
    expect(amount).toBeLessThan(1_000_000n);
    expect(Number(rows[0]?.['startTime']) % 3_600).toBe(0);
    expect(Number(rows[0]?.['endTime'])).toBe(Number(rows[0]?.['startTime']) + 3_599);
  });

  it('adds fractions up to whole units within an hour', async () => {
    await change({ history: false, voucherPercent: 50 });
    const model = 'practice/vellum-24b';
    for (let call = 0; call < 4; call += 1) {
      await complete(service, { model, max_tokens: 400, logit_bias: { 256: -100 } });
    }
    const [row] = await bills('Hour', 'llm');
    expect(exactSum([row ?? {}])).toBe(4n * (400n * 3_000n + BigInt(1_200 * 4)));
    expect(row).toMatchObject({ amount: '4', voucherAmount: '2', payAmount: '2' });
    expect(2n * exactSum([row ?? {}], 'voucherAmountDecimal')).toBe(exactSum([row ?? {}]));
  });
});

describe('refusals of GET /openapi/v1/billing/bill/list', () => {
  const now = Math.floor(Date.now() / 1000);
  it.each([
    [{ cycleType: 'Year' }, 'INVALID_BILL_CYCLE'],
    [{ productCategory: 'llms' }, 'INVALID_PRODUCT_CATEGORY'],
    [{ endTime: 1.5 }, 'INVALID_REQUEST_BODY'],
    [{ startTime: now, endTime: now - 1 }, 'INVALID_REQUEST_BODY'],
    [{ startTime: now - 31 * DAY - 1, endTime: now }, 'INVALID_REQUEST_BODY'],
    [{ cycleType: 'Hour', startTime: now - 7 * DAY - 1, endTime: now }, 'INVALID_REQUEST_BODY'],
  ])('%j is %s', async (query, reason) => {
    const response = await ask({ cycleType: 'Day', productCategory: 'llm', ...query });
    expect(response.status).toBe(400);
    expect((await readJson(response))['reason']).toBe(reason);
  });

  it('takes one query after another', async () => {
    await change({ queryMilliseconds: 100 });
    const query = { cycleType: 'Day', productCategory: 'gpu' };
    const responses = await Promise.all([1, 2, 3].map(() => ask(query)));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const response of refused) {
      expect((await readJson(response))['reason']).toBe('LIST_BILL_TOO_FAST');
    }
    expect((await ask(query)).status).toBe(200);
    await change({ queryMilliseconds: 0, gapMilliseconds: 60_000 });
    expect((await ask(query)).status).toBe(200);
    expect((await ask(query)).status).toBe(429);
    await service.call('/practice/ledger', { method: 'DELETE' });
    expect((await ask(query)).status).toBe(200);
  });
});

describe('the balance', () => {
  it('ends paid calls when it is used up', async () => {
    await change({ balance: 1 });
    const model = 'practice/vellum-24b';
    await complete(service, { model, max_tokens: 700, logit_bias: { 256: -100 } });
    expect((await readJson(await service.call('/practice/ledger')))['balance']).toBe(-1);
    const response = await service.post('/v3/openai/completions', { model, prompt: 'The' });
    expect(response.status).toBe(403);
    expect((await readJson(response))['reason']).toBe('BILLING_BALANCE_NOT_ENOUGH');
    await change({ balance: null });
    await complete(service, { model });
  });
});
