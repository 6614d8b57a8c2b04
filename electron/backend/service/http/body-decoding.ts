/** Some gateways compress without being asked. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** `count` is called with the compressed size of each chunk. */
export type Decoding = (count: (bytes: number) => void) => AsyncIterable<Uint8Array>;

/** @returns `undefined` if not compressed; fails if the connection or the encoding is broken */
export function decodingOf(incoming: IncomingMessage): Decoding | undefined {
  const decoder = decoderFor(incoming.headers['content-encoding']);
  if (decoder === undefined) return undefined;
  return async function* decoded(count) {
    const counter = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        count(chunk.byteLength);
        done(null, chunk);
      },
    });
    const piped = pipeline(incoming, counter, decoder);
    // The decoder reports the failure; this only prevents an unhandled rejection.
    piped.catch(() => undefined);
    yield* decoder as AsyncIterable<Uint8Array>;
    await piped;
  };
}

function decoderFor(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}
