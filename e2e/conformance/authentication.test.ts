/** "Authentication", "Versioning" and what is common to every endpoint. */
import { createServer, request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccepted, expectRefused } from './support/answers.ts';
import { valueAt } from './support/json.ts';
import { type Context, createContext, type Endpoint, ENDPOINTS } from './support/endpoints.ts';
import { get, post, type Reply, send } from './support/http.ts';
import { serviceOfFile, steer } from './support/service.ts';

const service = serviceOfFile();
let context: Context;

beforeAll(async () => {
  context = await createContext(service);
});

const WRONG_KEYS: readonly (readonly [string, (key: string) => string | null])[] = [
  ['no Authorization', () => null],
  ['an empty Authorization', () => ''],
  ['"Bearer" without a key', () => 'Bearer '],
  ['another key', () => 'Bearer nobody'],
  ['the key and one more character', (key) => `Bearer ${key}x`],
  ['the beginning of the key', (key) => `Bearer ${key.slice(0, -1)}`],
  ['the key alone', (key) => key],
  ['another scheme', (key) => `Basic ${Buffer.from(`:${key}`).toString('base64')}`],
];

describe.each(ENDPOINTS)('$method $path', (endpoint) => {
  it('takes the header Authorization with the value form Bearer <API_KEY>', async () => {
    expectAccepted(await endpoint.call(context));
    const headers = { 'content-type': 'application/json' };
    expectAccepted(await endpoint.call(context, { headers }));
  });

  it.each(WRONG_KEYS)('refuses %s', async (_what, authorization) => {
    const headers = { authorization: authorization(service.key) };
    expectUnauthorized(endpoint, await endpoint.call(context, { headers }));
  });

  it('takes no other method', async () => {
    const { path } = endpoint;
    const other = endpoint.method === 'GET' ? 'POST' : 'GET';
    const headers = { 'content-type': 'application/json' };
    expectRefused(await send(service, other, path, other === 'GET' ? undefined : '{}', headers));
    expectRefused(await send(service, 'PUT', path, '{}', headers));
  });
});

describe.each(ENDPOINTS.filter(({ method }) => method === 'POST'))('POST $path', (endpoint) => {
  it.each([
    ['no Content-Type', null],
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['multipart', 'multipart/form-data; boundary=x'],
  ])('needs the Content-Type application/json and refuses %s', async (_what, contentType) => {
    const headers = { 'content-type': contentType };
    expectRefused(await endpoint.call(context, { headers }));
  });
});

describe('account credit', () => {
  it.each(['/v3/openai/completions', '/v3/chat/completions'])(
    'is required at %s, which is of the language-model API',
    async (path) => {
      const endpoint = ENDPOINTS.find((each) => each.path === path);
      await steer(service, '/practice/state', { balance: 0 });
      const without = await endpoint?.call(context);
      await steer(service, '/practice/state', { balance: null });
      expect([402, 403]).toContain(without?.status);
      expect((await endpoint?.call(context))?.status).toBe(200);
    },
  );
});

describe('Versioning', () => {
  it('has /v2, /v3 and /openapi/v1 side by side at one base address', async () => {
    for (const family of ['/v2/', '/v3/', '/openapi/v1/']) {
      const inFamily = ENDPOINTS.filter(({ path }) => path.startsWith(family));
      expect(inFamily.length).toBeGreaterThan(0);
      for (const endpoint of inFamily) expectAccepted(await endpoint.call(context));
    }
  });

  it.each([
    '/v2/cleanup',
    '/v3/upscale',
    '/v3/progress',
    '/v1/cleanup',
    '/cleanup',
    '/openapi/v2/billing/bill/list',
    '/v3/billing/bill/list',
  ])('has nothing at %s', async (path) => {
    expect((await get(service, path)).status).toBe(404);
    expect((await post(service, path, {})).status).toBe(404);
  });

  it('wraps /v2 in the envelope, and nothing else', async () => {
    for (const endpoint of ENDPOINTS) {
      const { json } = await endpoint.call(context);
      const isWrapped = valueAt(json, 'msg') !== undefined && valueAt(json, 'data') !== undefined;
      expect(isWrapped, endpoint.path).toBe(endpoint.path.startsWith('/v2/'));
    }
  });
});

it('a gateway in front reaches the same paths with the same Authorization header', async () => {
  const gateway = await startGateway(service.url);
  const through = { ...context, service: { ...service, url: gateway.url } };
  for (const endpoint of ENDPOINTS) {
    const headers = { 'x-gateway-key': 'Bearer of-the-gateway' };
    expectAccepted(await endpoint.call(through, { headers }));
    const wrong = { authorization: 'Bearer of-the-gateway' };
    expectUnauthorized(endpoint, await endpoint.call(through, { headers: wrong }));
  }
  await gateway.close();
});

/** The specification does not show the status on `/v3`; 401 or 403 match its words. */
function expectUnauthorized(endpoint: Endpoint, reply: Reply): void {
  if (endpoint.path.startsWith('/v2/')) expect(valueAt(reply.json, 'code')).toBe(4);
  else expect([401, 403]).toContain(reply.status);
}

/** Starts a gateway that forwards everything. */
async function startGateway(target: string) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(target).host };
    const { method, url = '/' } = incoming;
    const passed = request(target + url, { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', (error) => outgoing.destroy(error));
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<unknown>((done) => server.close(done)),
  };
}
