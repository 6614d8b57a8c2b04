/** Faults of single calls: how they are asked for, counted down, and met. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanupBody,
  encodePng,
  maskSamples,
  patternSamples,
  readImage,
  readJson,
  type Service,
  startService,
} from '../test-support.ts';

const WIDTH = 40;
const HEIGHT = 32;

let service: Service;
let body: object;

beforeAll(async () => {
  service = await startService({ isQuick: true });
  body = cleanupBody(
    await encodePng(patternSamples(WIDTH, HEIGHT, 3), WIDTH, HEIGHT, 3),
    await encodePng(
      maskSamples(WIDTH, HEIGHT, { left: 10, top: 8, width: 8, height: 8 }),
      WIDTH,
      HEIGHT,
      1,
    ),
  );
});

afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
});

afterAll(async () => {
  await service.server.close();
});

async function addFault(fault: object): Promise<void> {
  const response = await service.post('/practice/faults', { path: '/v3/cleanup', ...fault });
  expect(response.status).toBe(201);
}

function clean(init?: RequestInit): Promise<Response> {
  return service.post('/v3/cleanup', body, init);
}

async function lastRecord(): Promise<Record<string, unknown>> {
  return (await service.records()).at(-1) ?? {};
}

describe('POST /practice/faults', { timeout: 30_000 }, () => {
  it('answers the next calls with a status and a JSON body, then as usual', async () => {
    await addFault({
      kind: 'answer',
      status: 402,
      times: 2,
      body: { code: 402, reason: 'NOT_ENOUGH_BALANCE', message: 'Empty.' },
    });
    for (let call = 0; call < 2; call += 1) {
      const response = await clean();
      expect(response.status).toBe(402);
      expect(await readJson(response)).toMatchObject({ reason: 'NOT_ENOUGH_BALANCE' });
    }
    expect((await clean()).status).toBe(200);
  });

  it('still records what a faulted call carried', async () => {
    await addFault({ kind: 'answer', status: 500, body: 'Oops' });
    await clean();
    expect(await lastRecord()).toMatchObject({
      fault: 'answer',
      status: 500,
      cleanup: { image: { width: WIDTH, height: HEIGHT }, maskCounts: { full: 64, other: 0 } },
    });
  });

  it('answers with a text, a type and headers of choice', async () => {
    await addFault({
      kind: 'answer',
      status: 503,
      body: '<Error/>',
      contentType: 'application/xml',
      headers: { 'x-request-id': '7' },
    });
    const response = await clean();
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(response.headers.get('x-request-id')).toBe('7');
    expect(await response.text()).toBe('<Error/>');
  });

  it('answers before the body has been read', async () => {
    await addFault({ kind: 'answer', status: 503, body: '', early: true });
    expect((await clean()).status).toBe(503);
    expect(await lastRecord()).toMatchObject({ status: 503, cleanup: null });
  });

  it('hits paths that do not exist, and every path with *', async () => {
    await addFault({ kind: 'html', path: '*', times: 2 });
    for (const path of ['/v3/openai/models', '/v9/anything']) {
      const response = await service.call(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/u);
      expect(await response.text()).toContain('<html>');
    }
  });

  it('limits the rate without Retry-After, with seconds and with a date', async () => {
    await addFault({ kind: 'rate-limit' });
    await addFault({ kind: 'rate-limit', retryAfterSeconds: 3 });
    await addFault({ kind: 'rate-limit', retryAfterSeconds: 60, retryAfterForm: 'date' });
    const waits: (string | null)[] = [];
    for (let call = 0; call < 3; call += 1) {
      const response = await clean();
      expect(response.status).toBe(429);
      expect(await readJson(response)).toMatchObject({ reason: 'RATE_LIMIT_EXCEEDED' });
      waits.push(response.headers.get('retry-after'));
    }
    expect(waits.slice(0, 2)).toEqual([null, '3']);
    const wait = Date.parse(waits[2] ?? '') - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  it('delays the real answer', async () => {
    await addFault({ kind: 'delay', delayMilliseconds: 250 });
    const begin = performance.now();
    expect((await clean()).status).toBe(200);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(250);
  });

  it('never answers, until the client gives up', async () => {
    await addFault({ kind: 'never' });
    const waiting = clean({ signal: AbortSignal.timeout(400) });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect
      .poll(lastRecord, { timeout: 20_000 })
      .toMatchObject({ outcome: 'client gone', fault: 'never' });
  });

  it('hangs up without an answer', async () => {
    await addFault({ kind: 'hang-up' });
    await expect(clean()).rejects.toThrow('fetch failed');
    expect(await lastRecord()).toMatchObject({ outcome: 'cut', status: null });
  });

  it('cuts the connection in the middle of the upload', async () => {
    await addFault({ kind: 'cut-upload', afterBytes: 10 });
    await expect(clean()).rejects.toThrow('fetch failed');
    expect(await lastRecord()).toMatchObject({ outcome: 'cut', bodyAt: null });
  });

  it('cuts the connection after some bytes of the real answer', async () => {
    await addFault({ kind: 'cut', afterBytes: 100 });
    const response = await clean();
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await lastRecord()).toMatchObject({ outcome: 'cut', status: 200 });
  });

  it('sends JSON that stops in the middle', async () => {
    await addFault({ kind: 'truncated-json' });
    const text = await (await clean()).text();
    expect(text).toMatch(/^\{"image_file":"/u);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('answers with an image that cannot be decoded', async () => {
    await addFault({ kind: 'broken-image' });
    const image = await readImage(await clean());
    await expect(sharp(image).raw().toBuffer()).rejects.toThrow();
  });

  it('answers with an image of another size', async () => {
    await addFault({ kind: 'other-size', width: 7, height: 9 });
    const image = await readImage(await clean());
    expect(await sharp(image).metadata()).toMatchObject({ width: 7, height: 9 });
  });

  it('lists and forgets what was asked for', async () => {
    await addFault({ kind: 'never', times: 3 });
    expect(await readJson(await service.call('/practice/faults'))).toMatchObject({
      faults: [{ path: '/v3/cleanup', remaining: 3, action: { kind: 'never' } }],
    });
    await service.call('/practice/faults', { method: 'DELETE' });
    expect((await clean()).status).toBe(200);
  });

  it('refuses a fault that it does not understand', async () => {
    for (const fault of [
      { kind: 'explode' },
      { kind: 'answer', statu: 500 },
      { kind: 'answer', status: 99 },
      { kind: 'cut', afterBytes: -1 },
      { kind: 'never', times: 0 },
      { kind: 'never', early: 'yes' },
      { path: 7, kind: 'never' },
    ]) {
      const response = await service.post('/practice/faults', { path: '/v3/cleanup', ...fault });
      expect(response.status).toBe(400);
    }
    expect(await readJson(await service.call('/practice/faults'))).toEqual({ faults: [] });
  });
});
