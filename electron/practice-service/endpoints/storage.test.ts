/** The object storage over HTTP: signatures, uploads, ranges and expired addresses. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishedUpscale, objectIn } from '../testing/tasks.ts';
import {
  encodePng,
  patternSamples,
  readJson,
  type Service,
  startService,
} from '../test-support.ts';

const PATH = '/v3/assets/training_dataset';

let service: Service;
let picture: Buffer;

beforeAll(async () => {
  service = await startService();
  picture = await encodePng(patternSamples(50, 40, 3), 50, 40, 3);
});

beforeEach(async () => {
  await service.post('/practice/clock', { skewSeconds: 0 });
});

afterAll(async () => {
  await service.server.close();
});

async function askForUpload(): Promise<{ readonly id: unknown; readonly url: string }> {
  const answer = await readJson(await service.post(PATH, { file_extension: 'png' }));
  return { id: answer['assets_id'], url: String(answer['upload_url']) };
}

/** Uploads to an address, with a Host header and a method of choice. */
function put(
  url: string,
  options: { readonly headers?: Record<string, string>; readonly method?: string } = {},
): Promise<{ readonly status: number; readonly text: string; readonly type: string }> {
  const { pathname, search, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path: pathname + search,
      method: options.method ?? 'PUT',
      headers: { 'content-length': picture.length, ...options.headers },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += String(part)));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          type: String(response.headers['content-type']),
        }),
      );
    });
    request.end(picture);
  });
}

describe('object storage', { timeout: 30_000 }, () => {
  it('needs no key, and refuses a request that brings one', async () => {
    const { url } = await askForUpload();
    const refused = await put(url, { headers: { authorization: 'Bearer practice-key' } });
    expect(refused).toMatchObject({ status: 400, type: 'application/xml' });
    expect(refused.text).toContain('<Code>InvalidArgument</Code>');
    expect((await service.records()).at(-1)).toMatchObject({ hasAuthorization: true });
    expect((await put(url)).status).toBe(200);
    expect((await service.records()).at(-1)).toMatchObject({ hasAuthorization: false });
  });

  it('refuses an address after 120 seconds', async () => {
    const { url } = await askForUpload();
    await service.post('/practice/clock', { skewSeconds: 118 });
    expect((await put(url)).status).toBe(200);
    await service.post('/practice/clock', { skewSeconds: 121 });
    const refused = await put(url);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain(
      '<Code>AccessDenied</Code><Message>Request has expired</Message>',
    );
    await service.post('/practice/clock', { skewSeconds: -1000 });
    expect((await put(url)).text).toContain('Request is not valid yet');
  });

  it('refuses an address that was changed, another method and another host', async () => {
    const { url } = await askForUpload();
    const changed = [
      url.replace('X-Amz-Expires=120', 'X-Amz-Expires=900'),
      url.replace('training/', 'training/0'),
      url.replace(/Signature=./u, 'Signature=x'),
      `${url}&extra=1`,
    ];
    for (const each of changed) {
      const refused = await put(each);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('<Code>SignatureDoesNotMatch</Code>');
    }
    const { port } = new URL(url);
    for (const options of [{ method: 'GET' }, { headers: { host: `localhost:${port}` } }]) {
      expect((await put(url, options)).text).toContain('SignatureDoesNotMatch');
    }
  });

  it('refuses an address without a signature or with half of one', async () => {
    const { url } = await askForUpload();
    const bare = await put(url.replace(/\?.*/u, ''));
    expect(bare.status).toBe(403);
    expect(bare.text).toContain('<Code>AccessDenied</Code>');
    const half = await put(url.replace(/&X-Amz-Signature=.*/u, ''));
    expect(half.status).toBe(400);
    expect(half.text).toContain('AuthorizationQueryParametersError');
  });

  it('refuses an upload without a length, and one of more than 30 MB', async () => {
    const { url } = await askForUpload();
    const chunked = await fetch(url, {
      method: 'PUT',
      body: new Blob(['x']).stream(),
      duplex: 'half',
    });
    expect(chunked.status).toBe(411);
    expect(await chunked.text()).toContain('MissingContentLength');
    const large = await fetch(url, { method: 'PUT', body: new Uint8Array(30 * 1024 * 1024 + 1) });
    expect(large.status).toBe(400);
    expect(await large.text()).toContain('<Code>EntityTooLarge</Code>');
  });
});

describe('downloading a result', { timeout: 30_000 }, () => {
  let url: string;
  let file: Buffer;

  beforeAll(async () => {
    const fast = await service.post('/practice/clock', { taskSpeed: 1000 });
    expect(fast.status).toBe(200);
    const envelope = await readJson(
      await service.post('/v2/upscale', {
        image: picture.toString('base64'),
        upscaler_1: 'Lanczos',
        upscaling_resize: 2,
      }),
    );
    const taskId = String(objectIn(envelope, 'data')['task_id']);
    const { imgs } = await finishedUpscale(service, taskId);
    url = Array.isArray(imgs) ? String(imgs[0]) : '';
    file = Buffer.from(await (await fetch(url)).arrayBuffer());
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, Infinity],
    ['bytes=-20', -20, Infinity],
    ['bytes=10-99999999', 10, Infinity],
  ])('gives a part for %s', async (range, from, to) => {
    const response = await fetch(url, { headers: { range } });
    expect(response.status).toBe(206);
    const part = file.subarray(from, to);
    const first = from < 0 ? file.length + from : from;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${file.length}`,
    );
    expect(Buffer.from(await response.arrayBuffer()).equals(part)).toBe(true);
  });

  it.each(['bytes=5-2', 'bytes=-', 'items=0-1', 'bytes=0-1,4-5'])(
    'gives the whole file for %s',
    async (range) => {
      const response = await fetch(url, { headers: { range } });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(file.length);
    },
  );

  it('gives the whole file when If-Range names another version, 412 when If-Match does', async () => {
    const { headers } = await fetch(url);
    const etag = headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    const statuses = [];
    for (const condition of [
      { 'if-range': etag },
      { 'if-range': headers.get('last-modified') ?? '' },
      { 'if-range': '"other"' },
      { 'if-match': etag },
      { 'if-match': '"other"' },
    ]) {
      statuses.push((await fetch(url, { headers: { range, ...condition } })).status);
    }
    expect(statuses).toEqual([206, 206, 200, 206, 412]);
  });

  it('is refused after the address has expired; a new one of the same file is not', async () => {
    await service.post('/practice/clock', { skewSeconds: 3601 });
    const refused = await fetch(url);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Request has expired');
  });
});
