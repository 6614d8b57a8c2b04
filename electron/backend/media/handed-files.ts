/**
 * Uploads that the page has given a name to (`upload` in the address): it can take one back, since a request under
 * Electron has no signal; and the bytes of a large file come from its place on the disk, which the host says,
 * since Electron would hold the whole body in memory twice.
 *
 * SECURITY: S19 S35 the page names an upload, never a place: that comes from the preload, for a file that the user
 * has given to the page, and serves one upload.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, cancelled } from '../../../shared/errors/app-error.ts';

const HANDED = {
  /** A place and its upload come on different ways: the one waits for the other, ms. */
  placeWithin: 10_000,
  /** Names that are remembered: of uploads that were taken back, and of places. */
  most: 1000,
} as const;

export interface HandedFiles {
  /** The host knows where the file of an upload is. @param path absolute */
  place(upload: string, path: string): void;
  /** The page takes an upload back, also one that has not come yet. */
  cancel(upload: string): void;
  /**
   * The request with the bytes that are meant, and without a name in its address.
   *
   * @param work may read the body as long as it runs
   * @throws AppError `cancelled`, `not-found`, and what the work throws
   */
  during(request: Request, work: (request: Request) => Promise<Response>): Promise<Response>;
}

export function createHandedFiles(): HandedFiles {
  /** A place, or the upload that waits for one. */
  const places = new Map<string, PromiseWithResolvers<string>>();
  /** Of uploads under way, and of those that were taken back before they came. */
  const stops = new Map<string, AbortController>();

  function placeOf(upload: string): PromiseWithResolvers<string> {
    return remember(places, upload, () => Promise.withResolvers<string>());
  }

  function stopOf(upload: string): AbortController {
    return remember(stops, upload, () => new AbortController());
  }

  async function bodyAt(upload: string, signal: AbortSignal): Promise<Request['body']> {
    const waited = new AbortController();
    try {
      const path = await Promise.race([
        placeOf(upload).promise,
        sleep(HANDED.placeWithin, undefined, { signal: AbortSignal.any([signal, waited.signal]) }),
      ]);
      const isFile = path !== undefined && (await stat(path).catch(() => undefined))?.isFile();
      if (path === undefined || isFile !== true) throw goneFile();
      return Readable.toWeb(createReadStream(path)) as Request['body'];
    } finally {
      waited.abort();
      places.delete(upload);
    }
  }

  return {
    place: (upload, path) => placeOf(upload).resolve(path),
    cancel: (upload) => stopOf(upload).abort(cancelled()),
    async during(request, work) {
      const url = new URL(request.url);
      const upload = url.searchParams.get('upload');
      if (request.method !== 'POST' || upload === null) return await work(request);
      const isPlaced = url.searchParams.has('placed');
      url.searchParams.delete('upload');
      url.searchParams.delete('placed');
      const { signal } = stopOf(upload);
      try {
        signal.throwIfAborted();
        const body = isPlaced ? await bodyAt(upload, signal) : request.body;
        const { method, headers } = request;
        const stoppable = body && {
          body: ReadableStream.from(untilStopped(body, signal)) as NonNullable<RequestInit['body']>,
          duplex: 'half' as const,
        };
        return await work(
          new Request(url, { method, headers, signal: request.signal, ...stoppable }),
        );
      } finally {
        stops.delete(upload);
      }
    },
  };
}

/** Ends with an error once the upload is taken back, also at its very end: nothing is kept then. */
async function* untilStopped(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body) {
    signal.throwIfAborted();
    yield chunk;
  }
  signal.throwIfAborted();
}

function remember<Value>(known: Map<string, Value>, name: string, make: () => Value): Value {
  const value = known.get(name) ?? make();
  known.set(name, value);
  const [oldest] = known.keys();
  if (known.size > HANDED.most && oldest !== undefined) known.delete(oldest);
  return value;
}

function goneFile(): AppError {
  return new AppError({
    kind: 'not-found',
    message: 'This file is no longer there. Select it again.',
    action: 'choose-other-file',
  });
}
