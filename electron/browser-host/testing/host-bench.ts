import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Router } from '../../backend/api/router/router.ts';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { createDownloads, type Downloads } from '../downloads.ts';
import { startBrowserHost } from '../server.ts';
import { endsWithTest } from '../../testing/ends-with-test.ts';

export type HostBench = Awaited<ReturnType<typeof createHostBench>>;

export async function createHostBench(
  options: { readonly headersTimeoutMilliseconds?: number; readonly router?: Router } = {},
) {
  const { router, ...limits } = options;
  const logged: string[] = [];
  let downloads: Downloads | undefined;
  const fixture = await createBackendFixture({
    ports: {
      saveFile: (wanted) => {
        if (downloads === undefined) throw new Error('not yet');
        return downloads.saveFile(wanted);
      },
    },
  });
  const made = createDownloads(join(fixture.dataFolder, 'downloads'));
  downloads = made;
  const rendererFolder = join(fixture.folder, 'renderer');
  await mkdir(join(rendererFolder, 'assets'), { recursive: true });
  await writeFile(join(rendererFolder, 'index.html'), '<!doctype html><i nonce="__CSP_NONCE__">');
  await writeFile(join(rendererFolder, 'assets', 'main.js'), 'script');
  await writeFile(join(fixture.folder, 'secret.js'), 'secret');
  const host = await startBrowserHost({
    backend: router === undefined ? fixture.backend() : { ...fixture.backend(), router },
    downloads: made,
    rendererFolder,
    ...limits,
    port: 0,
    log: (line) => void logged.push(line),
  });
  const origin = `http://127.0.0.1:${host.port}`;
  /** Path with the token. */
  const entrance = host.url.slice(origin.length);

  /** A request exactly as given; `host` is set unless it is. */
  async function send(path: string, options: RequestOptions = {}, body?: Uint8Array | string) {
    const outgoing = request({
      host: '127.0.0.1',
      port: host.port,
      path,
      agent: false,
      ...options,
    });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    };
  }

  return endsWithTest({
    fixture,
    host,
    downloads: made,
    logged,
    origin,
    entrance,
    send,
    /** Redeems the token. @returns the cookie as a browser sends it back */
    async signIn(): Promise<string> {
      const { headers } = await send(entrance);
      return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    },
    /** Bytes on a socket, and what comes back until it ends. */
    async raw(text: string): Promise<string> {
      const socket = connect(host.port, '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const chunk of socket.setEncoding('latin1')) answer += String(chunk);
      return answer;
    },
    /** A WebSocket handshake. @returns the socket, or the status it was refused with */
    openSocket(path: string, headers: Readonly<Record<string, string>>) {
      return new Promise<WebSocket | number>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers });
        socket.once('open', () => resolve(socket));
        socket.once('unexpected-response', (_request, response) => {
          resolve(response.statusCode ?? 0);
          response.destroy();
        });
        socket.on('error', () => undefined);
      });
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      await fixture[Symbol.asyncDispose]();
    },
  });
}
