/**
 * The chunks of a stream as they arrive. The iteration of Node's own pauses a socket after each chunk
 * and lets it go on afterwards, which at full speed costs as much as reading does; this one pauses it
 * only while several wait.
 */
import { finished, type Readable } from 'node:stream';

/** With more than this waiting for a slow reader, nothing is taken from the socket, bytes. */
const MOST_WAITING = 262_144;

/** The iteration fails as the stream does, also when it closes before its end. */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let end: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const take = (chunk: Uint8Array) => {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MOST_WAITING) stream.pause();
    wake();
  };
  const forget = finished(stream, { writable: false }, (error) => {
    end = { error };
    wake();
  });
  stream.on('data', take);
  try {
    for (;;) {
      const ready = waiting;
      waiting = [];
      bytes = 0;
      // an answer in small parts has many of them in one reading of the socket
      const [first] = ready;
      if (first !== undefined) yield ready.length === 1 ? first : Buffer.concat(ready);
      if (waiting.length > 0) continue;
      if (end !== undefined) break;
      if (stream.isPaused()) stream.resume();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (end.error != null) throw end.error;
  } finally {
    forget();
    stream.off('data', take);
    stream.pause();
  }
}
