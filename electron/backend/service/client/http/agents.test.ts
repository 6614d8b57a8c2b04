/** Tests pooled sockets, TLS and proxies. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectSocket, type AddressInfo, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from './byte-source.ts';
import { createServiceClient } from '../http-client.ts';
import { answering, startQuirkyServer } from '../testing/quirky-server.ts';
import { createTestCertificate } from '../testing/self-signed.ts';

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

/** An HTTPS service with an empty list of models that counts its connections. */
async function startTlsService(options: { readonly trusted: boolean }) {
  const { key, certificate } = createTestCertificate(NAME);
  if (options.trusted) setDefaultCACertificates([certificate]);
  let connections = 0;
  const server = createHttpsServer({ key, cert: certificate }, (request, response) => {
    request.resume().on('end', () => response.end('{"data":[]}'));
  });
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
  const client = createServiceClient({ baseUrl, key: 'k-1234' }, { environment });
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
