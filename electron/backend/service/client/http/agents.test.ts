import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectSocket, type AddressInfo, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createServiceClient } from '../http-client.ts';
import { BENCH_KEY, failureOf } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { answering, startQuirkyServer } from '../testing/quirky-server.ts';
import { createTestCertificate } from '../testing/self-signed.ts';
import { byteSourceOfBytes } from './byte-source.ts';

const NAME = 'service.test';
const closing: (() => void)[] = [];

afterEach(() => {
  setDefaultCACertificates(getCACertificates('bundled'));
  for (const close of closing.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** An HTTPS service that counts its connections. @param answer an empty list of models unless given */
async function startTlsService(
  options: { readonly trusted: boolean },
  answer: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('{"data":[]}'));
  },
) {
  const { key, certificate } = createTestCertificate(NAME);
  if (options.trusted) setDefaultCACertificates([certificate]);
  let connections = 0;
  const server = createHttpsServer({ key, cert: certificate }, answer);
  server.on('secureConnection', () => (connections += 1));
  server.on('tlsClientError', () => undefined);
  const port = await portOf(server);
  closing.push(() => server.closeAllConnections());
  return { port, connections: () => connections };
}

/** A proxy that leads every tunnel to one port. */
async function startProxy(target: number) {
  const tunnels: string[] = [];
  const server = createHttpServer();
  server.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const onward = connectSocket(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    closing.push(() => socket.destroy());
  });
  return { url: `http://127.0.0.1:${await portOf(server)}`, tunnels };
}

function clientOf(baseUrl: string, environment: NodeJS.ProcessEnv = {}) {
  const client = createServiceClient({ baseUrl, key: BENCH_KEY }, { environment });
  closing.push(() => client.close());
  return client;
}

describe('pooled sockets', () => {
  it('are kept for GETs over TLS and never for a POST', async () => {
    const service = await startTlsService({ trusted: true });
    const client = clientOf(`https://127.0.0.1:${service.port}`);
    for (let call = 0; call < 3; call++) expect(await client.listModels()).toEqual([]);
    expect(service.connections()).toBe(1);
    const file = byteSourceOfBytes(Buffer.alloc(9));
    const request = { image: file, mask: file, responseType: 'png' } as const;
    const answerPath = join(tmpdir(), `gesso-agents-${process.pid}`);
    await expect(client.cleanup(request, { answerPath })).rejects.toMatchObject({
      kind: 'bad-answer',
    });
    expect(service.connections()).toBe(2);
  });

  it('of a retired client are closed, in use only after their answer', async () => {
    const hold = Promise.withResolvers<void>();
    let isHeld = false;
    await using server = await startQuirkyServer(async (_request, response) => {
      if (isHeld) await hold.promise;
      response.end('{"data":[]}');
    });
    const client = clientOf(server.baseUrl);
    await client.listModels();
    isHeld = true;
    const running = client.listModels();
    await expect.poll(() => server.seen.length).toBe(2);
    client.retire();
    hold.resolve();
    expect(await running).toEqual([]);
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  it('S36 are refused with an untrusted certificate, whatever the environment says', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    closing.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const service = await startTlsService({ trusted: false });
    await expect(clientOf(`https://127.0.0.1:${service.port}`).listModels()).rejects.toMatchObject({
      kind: 'unreachable',
      details: { error: 'DEPTH_ZERO_SELF_SIGNED_CERT', request: 'not sent' },
    });
  });
});

describe('a proxy in the environment', () => {
  it('is used for other computers, and its tunnel is kept', async () => {
    const service = await startTlsService({ trusted: true });
    const proxy = await startProxy(service.port);
    const client = clientOf(`https://${NAME}`, { HTTPS_PROXY: proxy.url });
    for (let call = 0; call < 3; call++) expect(await client.listModels()).toEqual([]);
    expect(proxy.tunnels).toEqual([`${NAME}:443`]);
  });

  it('is never used for this computer', async () => {
    await using server = await startQuirkyServer(answering(200, '{"data":[]}'));
    const proxy = await startProxy(1);
    const client = clientOf(server.baseUrl, { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    expect(await client.listModels()).toEqual([]);
    expect(proxy.tunnels).toEqual([]);
  });

  it('sent nothing when it lets nothing through', async () => {
    const proxy = await startQuirkyServer(() => undefined);
    closing.push(() => void proxy[Symbol.asyncDispose]());
    const client = clientOf(`https://${NAME}`, { HTTPS_PROXY: proxy.baseUrl });
    await expect(client.listModels()).rejects.toMatchObject({
      kind: 'unreachable',
      details: { request: 'not sent' },
    });
  });

  it('is reported before anything else when its address cannot be read', () => {
    expect(() => clientOf(`https://${NAME}`, { HTTPS_PROXY: 'http://[bad' })).toThrow(
      /HTTPS_PROXY/u,
    );
  });
});

describe('a download through a proxy', () => {
  const folder = testFolder();

  /** A client of a service elsewhere, for which every name leads to a server with these answers. */
  async function startElsewhere(answer: RequestListener) {
    const server = await startTlsService({ trusted: true }, answer);
    const { url, tunnels } = await startProxy(server.port);
    // A name, as in an office: it leads to a private address, and that is no business of the results.
    const HTTPS_PROXY = url.replace('127.0.0.1', 'localhost');
    const client = clientOf('https://api.example.com', { HTTPS_PROXY });
    const options = { answerPath: join(folder, 'a'), maxBytes: 1e6, accept: ['png'] } as const;
    return { tunnels, fetch: () => client.download(`https://${NAME}/o.png?sig=1`, options) };
  }

  it('S24 is never redirected to plain http or to a private address', async () => {
    for (const location of ['http://cdn.test/o', 'https://10.0.0.1/o', 'https://localhost/o']) {
      const { tunnels, fetch } = await startElsewhere((_request, response) => {
        response.writeHead(302, { location }).end();
      });
      expect((await failureOf(fetch())).kind, location).toBe('bad-answer');
      expect(tunnels).toEqual([`${NAME}:443`]);
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('S24 sends no key, neither to the proxy nor through it', async () => {
    const headers: string[] = [];
    const { tunnels, fetch } = await startElsewhere((request, response) => {
      headers.push(JSON.stringify(request.headers));
      response.end(fakePng(5000));
    });
    expect((await fetch()).byteLength).toBe(5000);
    expect(tunnels).toEqual([`${NAME}:443`]);
    expect(headers.join()).not.toMatch(/authorization|canary/u);
  });
});
