/** `GET /openapi/v1/billing/bill/list`: "Bill entry" by cycle and category. */
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectField, expectRefused } from './support/answers.ts';
import { listAt, textAt, valuesAt } from './support/json.ts';
import { get, type Reply } from './support/http.ts';
import { serviceOfFile } from './support/service.ts';

const CYCLES = ['Hour', 'Day', 'Week', 'Month'] as const;
const CATEGORIES = ['summary', 'gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api'] as const;

/** All of them are strings. */
const FIELDS = [
  'userId',
  'startTime',
  'endTime',
  'billingMethod',
  'productName',
  'category',
  'ownerID',
  'billNum0',
  'billNum1',
  'basePrice0',
  'basePrice1',
  'discountPrice0',
  'discountPrice1',
  'amount',
  'voucherAmount',
  'payAmount',
  'payAmountDisplay',
  'pricePrecision',
  'productId',
] as const;

/** Seconds of a day. */
const DAY = 86_400;

const service = serviceOfFile();

function bills(query: Readonly<Record<string, string>>): Promise<Reply> {
  const usual = { cycleType: 'Day', productCategory: 'llm' };
  return get(service, '/openapi/v1/billing/bill/list', { ...usual, ...query });
}

const COMBINATIONS = CYCLES.flatMap((cycleType) =>
  CATEGORIES.map((productCategory) => ({ cycleType, productCategory })),
);

describe.each(COMBINATIONS)('$productCategory by $cycleType', (query) => {
  it('answers {bills: array of Bill entry} with every field as a string', async () => {
    const reply = await bills(query);
    expectAccepted(reply);
    expect(listAt(reply.json, 'bills').length).toBeGreaterThan(0);
    for (const field of FIELDS) expectField(reply.json, [`bills[].${field}`, 'string']);
  });
});

describe('query parameters', () => {
  it('cycleType and productCategory are required', async () => {
    const path = '/openapi/v1/billing/bill/list';
    expectRefused(await get(service, path));
    expectRefused(await get(service, path, { cycleType: 'Day' }));
    expectRefused(await get(service, path, { productCategory: 'llm' }));
  });

  it.each(['Year', 'day', 'HOUR', ''])('cycleType is not "%s"', async (cycleType) => {
    expectRefused(await bills({ cycleType }));
  });

  it.each(['LLM', 'cpu', 'gen-api', ''])('productCategory is not "%s"', async (productCategory) => {
    expectRefused(await bills({ productCategory }));
  });

  it('productName matches a part of the name', async () => {
    const all = valuesAt((await bills({})).json, 'bills[].productName');
    const name = String(all[0]);
    const part = name.slice(1, -1).toUpperCase();
    const some = valuesAt((await bills({ productName: part })).json, 'bills[].productName');
    expect(some).toContain(name);
    expect(some.filter((each) => !String(each).toUpperCase().includes(part))).toEqual([]);
    expect(listAt((await bills({ productName: 'nobody has this' })).json, 'bills')).toEqual([]);
  });

  it('ownerId asks for one instance', async () => {
    const owner = textAt((await bills({})).json, 'bills[].ownerID');
    const own = valuesAt((await bills({ ownerId: owner })).json, 'bills[].ownerID');
    expect(new Set(own)).toEqual(new Set([owner]));
    expect(listAt((await bills({ ownerId: 'nobody' })).json, 'bills')).toEqual([]);
  });

  it('startTime and endTime, in seconds, bound the periods that are given', async () => {
    const now = Math.floor(Date.now() / 1000);
    const [start, end] = [now - 9 * DAY, now - 5 * DAY];
    const { json } = await bills({ startTime: String(start), endTime: String(end) });
    expect(listAt(json, 'bills').length).toBeGreaterThan(0);
    for (const row of listAt(json, 'bills')) {
      expect(Number(textAt(row, 'endTime'))).toBeGreaterThanOrEqual(start);
      expect(Number(textAt(row, 'startTime'))).toBeLessThanOrEqual(end);
    }
  });

  it('startTime and endTime are 0 by default', async () => {
    const query = { cycleType: 'Month', productCategory: 'gpu' };
    const absent = await bills(query);
    const zero = await bills({ ...query, startTime: '0', endTime: '0' });
    expect(zero.json).toEqual(absent.json);
  });

  it.each(['yesterday', '-1', '2026-01-01', '1.5'])('startTime is not "%s"', async (startTime) => {
    expectRefused(await bills({ startTime }));
  });
});
