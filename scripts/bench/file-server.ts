/** Serves bytes on loopback, as bare as a server can be: the baseline of Gesso's own pages. */
import { createServer } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** A server that is listening. */
export interface FileServer extends Listening {
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
  return Object.assign(await listen(server), {
    put: (path: string, bytes: Uint8Array, type: string) => void files.set(path, { bytes, type }),
  });
}
