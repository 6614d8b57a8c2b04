/** Node's own iterator pauses the socket after each chunk, which costs as much as reading. */
import { finished, type Readable } from 'node:stream';

const CHUNKS = {
  /** Waiting bytes above which the socket is paused. */
  mostWaiting: 131_072,
  /** Chunks are joined up to this length, so that large ones are not copied. */
  mostJoined: 32_768,
} as const;

/** Fails like the stream, also if it closes early. */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let end: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const take = (chunk: Uint8Array) => {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > CHUNKS.mostWaiting) stream.pause();
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
      yield* joined(ready);
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

/** A single read may return many small chunks. */
function* joined(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (bytes + part.byteLength > CHUNKS.mostJoined && small.length > 0) {
      yield one(small);
      small = [];
      bytes = 0;
    }
    small.push(part);
    bytes += part.byteLength;
  }
  if (small.length > 0) yield one(small);
}

function one(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}
