/** Builds a harness page and serves it on loopback, together with pictures made for the test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { builtOnce } from '../../scripts/test/built-once.ts';

export interface HarnessServer {
  readonly url: string;
  /** Serves these bytes under a path. */
  put(path: string, bytes: Uint8Array, type: string): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The part of the product's policy that affects the canvas. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; img-src 'self' blob: data:";

/**
 * Builds once for all workers of a run of the end-to-end tests, else into a temporary folder, removed by
 * `close`.
 *
 * @param root folder of `harness.html`
 */
export async function startHarnessServer(root = import.meta.dirname): Promise<HarnessServer> {
  const ofRun = process.env['GESSO_TEST_BUILDS'];
  const folder = ofRun ?? (await mkdtemp(join(tmpdir(), 'gesso-canvas-')));
  const built = await builtOnce(folder, basename(root), (into) => buildHarness(root, into));
  const extra = new Map<string, { readonly bytes: Uint8Array; readonly type: string }>();
  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, bytes } = await answer(request.url ?? '/');
    response.writeHead(status, {
      'content-type': type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'max-age=3600',
    });
    response.end(bytes);
  }

  async function answer(
    url: string,
  ): Promise<{ readonly status: number; readonly type: string; readonly bytes: Uint8Array }> {
    const { pathname } = new URL(url, 'http://harness');
    const put = extra.get(pathname);
    if (put !== undefined) return { status: 200, ...put };
    try {
      const bytes = await readFile(join(built, pathname));
      return { status: 200, type: TYPES[extname(pathname)] ?? 'application/octet-stream', bytes };
    } catch {
      return { status: 404, type: 'text/plain', bytes: new Uint8Array() };
    }
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/harness.html`,
    put: (path, bytes, type) => extra.set(path, { bytes, type }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      if (ofRun === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildHarness(root: string, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'esnext',
      minify: true,
      rollupOptions: { input: join(root, 'harness.html') },
    },
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo | null;
      if (address === null) reject(new Error('The harness server has no address.'));
      else resolve(address.port);
    });
  });
}
