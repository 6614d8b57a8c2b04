/** Tests exact money, pixels and byte ranges, which the conformance tests leave out. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../pictures/random.ts';
import { cleanupBody, patternPng, readJson, type Service, startService } from '../test-support.ts';

const MODEL = 'practice/vellum-24b';
const COMPLETIONS = '/v3/openai/completions';
/** Goes on until `max_tokens`. */
const ENDLESS = { model: MODEL, prompt: 'The light', logit_bias: { 256: -100 } };
const DAY = 86_400;

type Bill = Readonly<Record<string, string>>;

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0, taskSpeed: 1000 });
});
afterAll(() => service.server.close());

function ask(query: Readonly<Record<string, string>>): Promise<Response> {
  const parameters = new URLSearchParams(query).toString();
  return service.call(`/openapi/v1/billing/bill/list?${parameters}`);
}

async function bills(cycleType: string, productCategory: string, range = {}) {
  const response = await ask({ cycleType, productCategory, ...range });
  return (await readJson(response))['bills'] as readonly Bill[];
}

/** 1/10000 USD in millionths. */
function exactSum(rows: readonly Bill[]): bigint {
  return rows.reduce((total, { amountDecimal = '' }) => {
    const [whole = '0', fraction = ''] = amountDecimal.split('.');
    return total + BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  }, 0n);
}

it('bills the same total in every cycle and in the summary', async () => {
  // the week before this one
  const monday = Math.floor((Date.now() / 1000 / DAY + 3) / 7) * 7 * DAY - 3 * DAY;
  const range = { startTime: String(monday - 7 * DAY), endTime: String(monday - 1) };
  const totals: bigint[] = [];
  for (const cycle of ['Hour', 'Day', 'Week']) {
    let sum = 0n;
    for (const category of ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api']) {
      sum += exactSum(await bills(cycle, category, range));
    }
    totals.push(sum, exactSum(await bills(cycle, 'summary', range)));
  }
  expect(new Set(totals).size).toBe(1);
  expect(totals[0]).toBeGreaterThan(0n);
});

it('bills the tokens of an answer at their price, and nothing for a refused call', async () => {
  const spent = async () =>
    exactSum((await bills('Hour', 'llm')).filter(({ ownerID }) => ownerID === 'key-practice'));
  const before = await spent();
  const { usage } = await readJson(
    await service.post(COMPLETIONS, { ...ENDLESS, max_tokens: 400 }),
  );
  expect(usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 400 });
  expect((await service.post(COMPLETIONS, { ...ENDLESS, max_tokens: 0 })).status).toBe(400);
  expect(await spent()).toBe(before + BigInt(2 * 1_200 + 400 * 3_000));
});

it('bills the tokens that were generated until the client disconnected', async () => {
  await service.post('/practice/state', { tokensPerSecond: 500 });
  const made = async () =>
    (await bills('Hour', 'llm')).reduce(
      (sum, row) => sum + (row['ownerID'] === 'key-practice' ? Number(row['billNum1']) : 0),
      0,
    );
  const before = await made();
  const leaving = new AbortController();
  const response = await service.call(COMPLETIONS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ENDLESS, max_tokens: 8_000, stream: true }),
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  await service.post('/practice/state', { tokensPerSecond: 0 });
  await expect.poll(made).toBeGreaterThan(before);
  expect(await made()).toBeLessThan(before + 8_000);
});

it('refuses a query of bills while another one runs', async () => {
  const query = { cycleType: 'Day', productCategory: 'gpu' };
  const answers = await Promise.all([1, 2, 3].map(() => ask(query)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
});

it('fills a repeated cleanup differently, and keeps 16 bits and alpha', async () => {
  // the same picture each time: on some, two fills of noise come to the same pixels
  const random = createRandom(1);
  const raw = { width: 160, height: 120, channels: 3 } as const;
  const noise = Uint8Array.from({ length: 160 * 120 * 3 }, () => random(256));
  const photo = await sharp(noise, { raw })
    .ensureAlpha(0.5)
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  const image_file = photo.toString('base64');
  const body = { ...(await cleanupBody(160, 120)), image_file };
  const samples = async (png: unknown) => {
    const picture = sharp(Buffer.from(String(png), 'base64')).toColourspace('rgb16');
    const { buffer } = new Uint8Array(await picture.raw({ depth: 'ushort' }).toBuffer());
    return new Uint16Array(buffer);
  };
  const clean = async () =>
    samples((await readJson(await service.post('/v3/cleanup', body)))['image_file']);
  const [before, first, second] = [await samples(image_file), await clean(), await clean()];
  expect(second).not.toEqual(first);
  // above the hole everything, in it alpha
  expect(first.subarray(0, 160 * 30 * 4)).toEqual(before.subarray(0, 160 * 30 * 4));
  const isAlpha = (_value: number, at: number) => at % 4 === 3;
  expect(first.filter(isAlpha)).toEqual(before.filter(isAlpha));
});

it('S37 refuses a picture by the size in its header, and still accepts calls', async () => {
  const bomb = await patternPng(40, 30);
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const body = await cleanupBody(40, 30);
  const refused = await service.post('/v3/cleanup', {
    ...body,
    image_file: bomb.toString('base64'),
  });
  expect((await readJson(refused))['reason']).toBe('IMAGE_EXCEEDS_MAX_RESOLUTION');
  expect((await service.post('/v3/cleanup', body)).status).toBe(200);
});

it('stops working for disconnected clients, and takes the next call', async () => {
  const large = JSON.stringify(await cleanupBody(1600, 1600));
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json' };
  await service.call('/practice/requests', { method: 'DELETE' });
  const calls = [1, 2, 3].map(() =>
    service.call('/v3/cleanup', { method: 'POST', body: large, headers, signal: leaving.signal }),
  );
  await expect.poll(async () => (await service.records()).length).toBe(3);
  leaving.abort();
  for (const call of await Promise.allSettled(calls)) expect(call.status).toBe('rejected');
  expect((await service.post('/v3/cleanup', await cleanupBody(40, 30))).status).toBe(200);
  const outcomes = (await service.records()).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['client gone', 'client gone', 'client gone', 'answered']);
});

it('sends byte ranges of a result, and the whole file for another version', async () => {
  const image = (await patternPng(40, 30)).toString('base64');
  const order = { image, upscaler_1: 'Lanczos', upscaling_resize: 2 };
  const { data } = await readJson(await service.post('/v2/upscale', order));
  const path = `/v2/progress?task_id=${(data as { task_id: string }).task_id}`;
  const result = async () =>
    (await readJson(await service.call(path)))['data'] as { imgs: string[] };
  await expect.poll(async () => (await result()).imgs).toHaveLength(1);
  const url = (await result()).imgs[0] ?? '';
  const whole = await fetch(url);
  const file = Buffer.from(await whole.arrayBuffer());
  const etag = whole.headers.get('etag') ?? '';
  for (const [headers, status, part] of [
    [{ range: 'bytes=0-9' }, 206, file.subarray(0, 10)],
    [{ range: 'bytes=-20' }, 206, file.subarray(-20)],
    [{ range: 'bytes=100-', 'if-range': etag }, 206, file.subarray(100)],
    [{ range: 'bytes=100-', 'if-range': '"other"' }, 200, file],
    [{ range: 'bytes=0-1,4-5' }, 200, file],
    [{ range: `bytes=${file.length}-` }, 416, null],
    [{ 'if-match': '"other"' }, 412, null],
  ] as const) {
    const response = await fetch(url, { headers });
    expect(response.status, JSON.stringify(headers)).toBe(status);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (part !== null) expect(bytes.equals(part)).toBe(true);
  }
});
