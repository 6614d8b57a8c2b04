/** Serves bytes on loopback, as bare as a server can be: what Gesso's own pages are compared with. */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that is listening. */
export interface FileServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:49152`. */
  readonly baseUrl: string;
  /** Serves these bytes under a path, never cached. */
  put(path: string, bytes: Uint8Array, type: string): void;
}

export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly type: string }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '/');
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.byteLength,
      'cache-control': 'no-store',
    });
    response.end(file.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    put: (path, bytes, type) => void files.set(path, { bytes, type }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
