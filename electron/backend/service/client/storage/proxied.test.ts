/** Tests downloads over TLS, through a proxy that leads every name to one server. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectSocket, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createServiceClient } from '../http-client.ts';
import { BENCH_KEY, failureOf } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { createTestCertificate } from '../testing/self-signed.ts';

const NAME = 'cdn.test';
const FILE = fakePng(5000);
const closing: (() => void)[] = [];
let folder = '';

beforeEach(() => {
  folder = testFolder();
});
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

/** A client of a service elsewhere, for which every name leads to a server with these answers. */
async function startElsewhere(answer: RequestListener) {
  const { key, certificate } = createTestCertificate(NAME);
  setDefaultCACertificates([certificate]);
  const server = createHttpsServer({ key, cert: certificate }, answer);
  const target = await portOf(server);
  const tunnels: string[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const onward = connectSocket(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    closing.push(() => socket.destroy());
  });
  // A name, as in an office: it leads to a private address, and that is no business of the results.
  const proxyUrl = `http://localhost:${await portOf(proxy)}`;
  const client = createServiceClient(
    { baseUrl: 'https://api.example.com', key: BENCH_KEY },
    { environment: { HTTPS_PROXY: proxyUrl } },
  );
  closing.push(() => client.close());
  const options = { answerPath: join(folder, 'a'), maxBytes: 1e6, accept: ['png'] } as const;
  return { tunnels, fetch: (url: string) => client.download(url, options) };
}

describe('a download through a proxy', () => {
  it('S24 sends no key, neither to the proxy nor through it', async () => {
    const headers: string[] = [];
    const { tunnels, fetch } = await startElsewhere((request, response) => {
      headers.push(JSON.stringify(request.headers));
      response.end(FILE);
    });
    expect((await fetch(`https://${NAME}/o.png?sig=1`)).byteLength).toBe(FILE.length);
    expect(tunnels).toEqual([`${NAME}:443`]);
    expect(headers.join()).not.toMatch(/authorization|canary/u);
  });

  it('S24 is never redirected to plain http or to a private address', async () => {
    for (const location of ['http://cdn.test/o', 'https://10.0.0.1/o', 'https://localhost/o']) {
      const { tunnels, fetch } = await startElsewhere((_request, response) => {
        response.writeHead(302, { location }).end();
      });
      const error = await failureOf(fetch(`https://${NAME}/o`));
      expect(error.kind, location).toBe('bad-answer');
      expect(tunnels).toEqual([`${NAME}:443`]);
      expect(await readdir(folder)).toEqual([]);
    }
  });
});
