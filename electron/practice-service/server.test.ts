import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService, TEST_KEY } from './test-support.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await service.server.close();
});

/** Asks for the models with a Host header of choice. @returns all that arrives until the connection ends */
async function askAs(host: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `GET /v3/openai/models HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TEST_KEY}\r\nConnection: close\r\n\r\n`,
  );
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += String(part);
  return answer;
}

describe('pages from other addresses', { timeout: 30_000 }, () => {
  it('are refused by any other Host', async () => {
    const answer = await askAs('evil.example');
    expect(answer).toMatch(/^HTTP\/1\.1 403 /u);
  });

  it('may use localhost with its port, but not without', async () => {
    const { port } = new URL(service.url);
    expect(await askAs(`localhost:${port}`)).toMatch(/^HTTP\/1\.1 200 /u);
    expect(await askAs('localhost')).toMatch(/^HTTP\/1\.1 403 /u);
  });

  it('get no answer to a preflight and no CORS headers', async () => {
    const preflight = await service.call('/v3/cleanup', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    const answer = await service.call('/v3/openai/models', {
      headers: { origin: 'https://evil.example' },
    });
    const names = [...preflight.headers.keys(), ...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('request bodies', { timeout: 30_000 }, () => {
  it('are requested with 100 Continue, unless the key is wrong', async () => {
    const { port } = new URL(service.url);
    const ask = (key: string): Promise<{ continued: boolean; status: number | undefined }> =>
      new Promise((resolve, reject) => {
        let continued = false;
        const request = httpRequest({
          port,
          host: '127.0.0.1',
          path: '/v3/cleanup',
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'content-length': 2,
            expect: '100-continue',
          },
        });
        request.on('continue', () => {
          continued = true;
          request.end('{}');
        });
        request.on('response', (response) => {
          response.resume();
          resolve({ continued, status: response.statusCode });
          if (!continued) request.destroy();
        });
        request.on('error', reject);
        request.flushHeaders();
      });
    expect(await ask(TEST_KEY)).toEqual({ continued: true, status: 400 });
    expect(await ask('wrong')).toEqual({ continued: false, status: 401 });
  });

  it('larger than two images are refused, and the client learns why', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let left = 90;
    const response = await service.call('/v3/cleanup', {
      method: 'POST',
      body: new ReadableStream({
        pull: (body) => (left-- > 0 ? body.enqueue(chunk) : body.close()),
      }),
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(413);
    expect((await readJson(response))['reason']).toBe('IMAGE_FILE_EXCEEDS_MAX_SIZE');
  });
});
