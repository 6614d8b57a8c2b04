/**
 * Named uploads (`upload` in the address): the page can cancel one, because requests under Electron
 * have no signal, and the host can provide a large file's path, because Electron would hold the
 * body in memory twice.
 * SECURITY: S19 S35 the page names an upload, never a path: that comes from the preload, for a file
 * that the user gave to the page, and is used once.
 */
import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled, notFound } from '../../../../shared/errors/app-error.ts';
import { setNewest } from '../../../../shared/set-newest.ts';

const HANDED = {
  /** A path and its upload arrive separately and wait for each other, ms. */
  placeWithin: 10_000,
  /** Most remembered names. */
  most: 1000,
} as const;

export type HandedFiles = ReturnType<typeof createHandedFiles>;

export function createHandedFiles() {
  const places = new Map<string, PromiseWithResolvers<string>>();
  /** Includes uploads that were cancelled before they arrived. */
  const stops = new Map<string, AbortController>();

  function placeOf(upload: string): PromiseWithResolvers<string> {
    return remember(places, upload, () => Promise.withResolvers<string>());
  }

  function stopOf(upload: string): AbortController {
    return remember(stops, upload, () => new AbortController());
  }

  async function fileAt(upload: string, signal: AbortSignal): Promise<ReadStream> {
    const waited = new AbortController();
    try {
      const path = await Promise.race([
        placeOf(upload).promise,
        sleep(HANDED.placeWithin, undefined, { signal: AbortSignal.any([signal, waited.signal]) }),
      ]);
      const isFile = path !== undefined && (await stat(path).catch(() => undefined))?.isFile();
      if (path === undefined || isFile !== true)
        throw notFound('This file is no longer there. Select it again.', {
          action: 'choose-other-file',
        });
      return createReadStream(path);
    } finally {
      waited.abort();
      places.delete(upload);
    }
  }

  return {
    /** @param path absolute */
    place: (upload: string, path: string): void => placeOf(upload).resolve(path),
    /** May be called before the file arrives. */
    cancel: (upload: string): void => stopOf(upload).abort(cancelled()),
    /** @param work may read the body while it runs @throws AppError `cancelled`, `not-found` */
    async during(
      request: Request,
      work: (request: Request) => Promise<Response>,
    ): Promise<Response> {
      const url = new URL(request.url);
      const upload = url.searchParams.get('upload');
      if (request.method !== 'POST' || upload === null) return await work(request);
      const isPlaced = url.searchParams.has('placed');
      url.searchParams.delete('upload');
      url.searchParams.delete('placed');
      const { signal } = stopOf(upload);
      let file: ReadStream | undefined;
      try {
        signal.throwIfAborted();
        if (isPlaced) file = await fileAt(upload, signal);
        const body = file === undefined ? request.body : Readable.toWeb(file);
        const { method, headers } = request;
        const stoppable = body && {
          body: ReadableStream.from(untilStopped(body, signal)) as NonNullable<RequestInit['body']>,
          duplex: 'half' as const,
        };
        return await work(
          new Request(url, { method, headers, signal: request.signal, ...stoppable }),
        );
      } finally {
        file?.destroy();
        stops.delete(upload);
      }
    },
  };
}

/** Throws even at its end, so that nothing is stored. */
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
  setNewest(known, name, value, HANDED.most);
  return value;
}
