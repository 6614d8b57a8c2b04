import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from './http/byte-source.ts';
import { wasNeverSent } from './http/network-errors.ts';
import {
  CANARY_KEY,
  createFaultBench,
  GOOD_ANSWER,
  type FaultBench,
} from './testing/fault-bench.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, startQuirkyServer, type Behaviour } from './testing/quirky-server.ts';

let bench: FaultBench;

beforeEach(() => {
  bench = createFaultBench();
});

describe('error answers', () => {
  const mayBeCharged = {
    kind: 'bad-answer',
    message: expect.stringContaining('It may have been charged.') as string,
    details: { outcome: 'unknown' },
  };
  const json = { 'content-type': 'application/json' };
  it.each<[string, number, string, object]>([
    ['a reason before the status', 403, '{"reason":"NOT_ENOUGH_BALANCE"}', { kind: 'no-credit' }],
    ['401 without a body', 401, '', { kind: 'key-rejected', action: 'open-settings' }],
    ['403 for a model', 403, '{"message":"no access to model m"}', { kind: 'not-permitted' }],
    ['404 in plain text', 404, '404 page not found', { kind: 'not-the-service' }],
    [
      '400 with words',
      400,
      '{"code":400,"reason":"X_Y","message":"mask is odd"}',
      { kind: 'rejected', message: 'The service rejected the call: mask is odd.' },
    ],
    ['400 with a page', 400, '<!doctype html><p>', { kind: 'not-the-service' }],
    [
      '500 of a paid call',
      500,
      'boom',
      { kind: 'service-failed', details: { outcome: 'unknown' } },
    ],
    ['502 with a page', 502, '<html>bad gateway</html>', { kind: 'service-failed' }],
    ['a body of null', 400, 'null', { kind: 'rejected' }],
    [
      'an error in a 200',
      200,
      '{"code":400,"reason":"INVALID_IMAGE_FORMAT","message":"m","metadata":{"field":"x"}}',
      { kind: 'rejected', details: { reason: 'INVALID_IMAGE_FORMAT', metadata: '{"field":"x"}' } },
    ],
    ['an error object in a 200', 200, '{"error":{"code":429}}', { kind: 'rate-limited' }],
    ['a 200 with null for the picture', 200, '{"image_file":null}', { kind: 'bad-answer' }],
    ['a 200 with an empty picture', 200, '{"image_file":""}', { kind: 'bad-answer' }],
    ['a 200 with a page', 200, '<!DOCTYPE html><p>Welcome', { kind: 'not-the-service' }],
    ['a 200 with nothing', 200, '', { kind: 'bad-answer' }],
    ['a 200 with cut JSON', 200, GOOD_ANSWER.slice(0, 2000), { kind: 'bad-answer' }],
    ['a 200 with damaged base64', 200, GOOD_ANSWER.replace('A', '*'), { kind: 'bad-answer' }],
    ['a redirect', 307, '', { kind: 'not-the-service' }],
  ])('are understood: %s', async (_name, status, body, expected) => {
    const error = await bench.failureWith(answering(status, body, json));
    expect(error).toMatchObject(expected);
    expect(error.details).toMatchObject({ request: 'sent', status });
    expect(wasNeverSent(error)).toBe(false);
  });

  it('are recognised as a firewall’s refusal by page, headers or words, and do not blame the key', async () => {
    const html = { 'content-type': 'text/html' };
    const page = (text: string) => `<!DOCTYPE html><html><title>${text}</title></html>`;
    const refusals: readonly (readonly [number, string, Readonly<Record<string, string>>])[] = [
      [403, page('Just a moment...'), { ...html, 'cf-mitigated': 'challenge' }],
      [403, page('Attention Required! | Cloudflare'), html],
      [503, page('Just a moment...'), html],
      [429, page('Please solve the captcha'), html],
      [401, page('401 Authorization Required'), html],
      [406, page('Not Acceptable'), html],
      [405, '<a href="https://errors.aliyun.com">405</a>', html],
      [403, 'error code: 1020', { 'content-type': 'text/plain', server: 'cloudflare' }],
      [403, '', { server: 'AkamaiGHost' }],
      [403, 'Denied', { server: 'cloudflare' }],
      [403, '{"code":"ACCESS_DENY"}', json],
      [403, '{"code":403,"reason":"ACCESS_DENY","message":"denied"}', json],
      [403, 'ACCESS_DENY', json],
      [403, '{"cloudflare_error":true,"error_code":1010}', json],
      [403, '{"message":"Forbidden"}', { ...json, 'x-amzn-waf-action': 'captcha' }],
    ];
    for (const [status, body, headers] of refusals) {
      const error = await bench.failureWith(answering(status, body, headers));
      expect([status, body, error.kind]).toEqual([status, body, 'unreachable']);
      expect(error.message).toMatch(/^A firewall or proxy .* The API key is not the cause\./u);
      expect(error.message).not.toMatch(/charged|address/u);
      expect(error.details).toMatchObject({ status, request: 'sent' });
    }
  });

  it('are attributed to the service when its own words come through a firewall', async () => {
    const cloudflare = { ...json, server: 'cloudflare', 'cf-ray': '8f' };
    const own: readonly (readonly [number, string, string])[] = [
      [401, '{"reason":"INVALID_API_KEY"}', 'key-rejected'],
      [403, '{"reason":"ILLEGAL_IMAGE_CONTENT","message":"Your request was blocked"}', 'rejected'],
      [403, '{"message":"Invalid API key"}', 'key-rejected'],
      [502, '<html>bad gateway</html>', 'service-failed'],
      [404, '<html>not found</html>', 'not-the-service'],
    ];
    for (const [status, body, kind] of own) {
      const error = await bench.failureWith(answering(status, body, cloudflare));
      expect([status, body, error.kind]).toEqual([status, body, kind]);
    }
  });

  it('send the user to the sign-in of the network or proxy', async () => {
    for (const [status, words] of [
      [511, /network asks you to sign in/u],
      [407, /proxy .* asks for a sign-in/u],
    ] as const) {
      const error = await bench.failureWith(answering(status, '<html>log in</html>'));
      expect(error.kind).toBe('unreachable');
      expect(error.message).toMatch(words);
    }
  });

  it('S24 offer the new address of a service that has moved, and send nothing there', async () => {
    const redirect = (status: number, location: string) =>
      bench.failureWith(answering(status, '', { location }));
    const path = '/v3/cleanup';
    for (const status of [301, 308]) {
      const moved = await redirect(status, `https://new.example.com/eu${path}`);
      expect(moved.message).toContain('has moved to https://new.example.com/eu. ');
      expect(moved.details).toMatchObject({ movedTo: 'https://new.example.com/eu' });
      for (const unsafe of [`http://new.example.com${path}`, 'https://new.example.com/login']) {
        const other = await redirect(status, unsafe);
        expect(other.details).not.toHaveProperty('movedTo');
        expect(other.message).toContain('does not send your key');
      }
    }
    for (const status of [302, 303, 307]) {
      const portal = await redirect(status, 'http://login.hotel.example/?next=1');
      expect(portal.message).toMatch(/redirects to login\.hotel\.example\. .*sign in/u);
    }
  });

  it('keep a complete unusable picture, else the answer as received, without the key', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const damaged = GOOD_ANSWER.replace('"image_file":"', '"image_file":"iVBORw0KGgo*');
    const kept = [
      [`{"image_file":${deep}}`, `{"image_file":${deep}}`],
      [damaged, damaged],
      [`{"other":"${CANARY_KEY}"}`, '{"other":"[redacted]"}'],
      [GOOD_ANSWER.replace('}', `,"extra":${deep}}`), fakePng(3000).toString('latin1')],
      [`${GOOD_ANSWER} and more`, fakePng(3000).toString('latin1')],
      [`{"image_file":"${btoa('hello world')}","image_type":"png"}`, 'hello world'],
    ] as const;
    for (const [body, bytes] of kept) {
      await using server = await startQuirkyServer(answering(200, body, json));
      const answerPath = join(bench.folder, 'kept');
      const picture = byteSourceOfBytes(fakePng(100));
      const call = bench
        .connect(server.baseUrl)
        .cleanup({ image: picture, mask: picture, responseType: 'png' }, { answerPath });
      await expect(call, body.slice(0, 60)).rejects.toMatchObject(mayBeCharged);
      expect(await readFile(answerPath, 'latin1')).toBe(bytes);
    }
  });

  it('say that an unreadable paid call may have been charged, and keep its answer', async () => {
    const deep = `{"task_id":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    for (const body of [deep, `{"error":{"metadata":${deep}}}`]) {
      await using server = await startQuirkyServer(answering(200, body, json));
      const answers: string[] = [];
      const image = byteSourceOfBytes(fakePng(100));
      const call = bench.connect(server.baseUrl).submitVideo(
        {
          image,
          imageSize: { width: 576, height: 576 },
          parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 },
        },
        { onAnswer: (text) => answers.push(text) },
      );
      await expect(call).rejects.toMatchObject(mayBeCharged);
      expect(answers).toEqual([body]);
    }
  });

  it('S24 do not follow a redirect, and do not send the key to it', async () => {
    await using other = await startQuirkyServer(answering(200, GOOD_ANSWER));
    const error = await bench.failureWith(
      answering(302, '', { location: `${other.baseUrl}/steal?token=abc` }),
    );
    expect(error.details?.['location']).toBe(`${other.baseUrl}/steal?[redacted]`);
    expect(other.connectionCount()).toBe(0);
  });

  it('name the time of Retry-After: an hour is an hour, not a moment', async () => {
    const said = async (header: Readonly<Record<string, string>>) =>
      (await bench.failureWith(answering(429, '', header))).message;
    expect(await said({ 'retry-after': '3600' })).toMatch(/Try again in 1 hour\.$/u);
    expect(await said({ 'retry-after': '95' })).toMatch(/Try again in 1 minute 35 seconds\.$/u);
    expect(await said({})).toMatch(/Try again in a moment\.$/u);
  });

  it('S21 S22 keep a short excerpt of the answer without the key', async () => {
    const echo = `{"message":"bad header Authorization: Bearer ${CANARY_KEY}","x":"${'y '.repeat(900)}"}`;
    const error = await bench.failureWith(answering(400, echo));
    const excerpt = String(error.details?.['body']);
    expect(excerpt).toContain('[redacted]');
    expect(excerpt.length).toBeLessThanOrEqual(500);
    expect(error.message).not.toContain('canary');
  });

  it('may have an endless body', async () => {
    const error = await bench.failureWith(async (request, response) => {
      await request.body;
      response.writeHead(500);
      while (!response.destroyed) {
        response.write('x'.repeat(65_536));
        await delay(1);
      }
    });
    expect(error.kind).toBe('service-failed');
  });

  it('may arrive before the request is complete', async () => {
    const image = byteSourceOfBytes(fakePng(20_000_000));
    await using server = await startQuirkyServer((_request, response) => {
      response.writeHead(401, { 'content-length': '2' }).end('{}');
    });
    const error = await bench.failureOf(bench.connect(server.baseUrl), { image });
    expect(error.kind).toBe('key-rejected');
  });
});

describe('valid answers in unusual form', () => {
  it.each<[string, Behaviour]>([
    ['compressed', answering(200, gzipSync(GOOD_ANSWER), { 'content-encoding': 'gzip' })],
    [
      'without a length',
      async (request, response) => {
        await request.body;
        response.writeHead(200, { 'content-type': 'text/plain' });
        for (let start = 0; start < GOOD_ANSWER.length; start += 700) {
          response.write(GOOD_ANSWER.slice(start, start + 700));
          await delay(1);
        }
        response.end();
      },
    ],
    [
      'with a data: prefix',
      answering(201, GOOD_ANSWER.replace('"iVBOR', '"data:image/png;base64,iVBOR')),
    ],
  ])('are accepted: %s', async (_name, behaviour) => {
    await using server = await startQuirkyServer(behaviour);
    const image = byteSourceOfBytes(fakePng(10));
    const request = { image, mask: image, responseType: 'png' } as const;
    const answerPath = join(bench.folder, 'a');
    const received = await bench.connect(server.baseUrl).cleanup(request, { answerPath });
    expect(received).toMatchObject({ imageType: 'png', byteLength: 3000 });
    expect(await readdir(bench.folder)).toEqual(['a']);
  });
});
