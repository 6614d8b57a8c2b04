/** The body of an answer without its content encoding: some gateways compress unasked. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** Decoded chunks. `count` is called with the number of bytes of each as it came from the network. */
export type Decoding = (count: (bytes: number) => void) => AsyncIterable<Uint8Array>;

/**
 * @returns `undefined` when the body is as it came; otherwise the way to read it, whose iteration fails
 *   when the connection breaks or the encoding is damaged
 */
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
    // The failure reaches the reader through the decoder; this only keeps it from being unhandled.
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
