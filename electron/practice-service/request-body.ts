/** Request bodies: their type, their size, and the rest of one that was refused. */
import type { IncomingMessage } from 'node:http';
import { ClientGone, refused, ServiceError } from './errors.ts';
import { LIMITS } from './limits.ts';

/**
 * Checks that a POST says it carries JSON (every POST of the specification does).
 *
 * @throws ServiceError 415
 */
export function checkJsonContentType(header: string | undefined): void {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw refused(415, 'INVALID_REQUEST_BODY', 'Send the header "Content-Type: application/json".');
}

/**
 * Reads a whole request body, with or without a declared length.
 *
 * @param limit most bytes that are kept
 * @param onStart called once it is clear that the body is wanted
 * @param onBytes called with the total after each chunk
 * @returns the bytes at the start of an `ArrayBuffer` of their own
 * @throws ServiceError 413 above the limit (the rest is drained); ClientGone on an aborted upload
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  onStart: () => void,
  onBytes: (total: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > limit) throw tooLarge();
  onStart();
  const growing = createGrowingBytes(Number.isFinite(declared) ? declared : 64 * 1024);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('The request has an encoding set.');
      onBytes(growing.length + chunk.byteLength);
      if (growing.length + chunk.byteLength > limit) throw tooLarge();
      growing.append(chunk);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ClientGone();
  }
  return growing.take();
}

/** Reads and forgets the rest of a refused upload, so that the client gets to see the answer. */
export function drain(request: IncomingMessage): void {
  let left: number = LIMITS.drainedBytes;
  request.on('error', ignoreAbort);
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  request.resume();
}

/** An upload that ends early while it is being thrown away needs no handling. */
function ignoreAbort(): void {}

function tooLarge(): ServiceError {
  return refused(
    413,
    'IMAGE_FILE_EXCEEDS_MAX_SIZE',
    'The request is larger than two images of 30 MB.',
  );
}

/** Bytes collected in one allocation that doubles; a single copy when the length is declared. */
interface GrowingBytes {
  readonly length: number;
  append(chunk: Uint8Array): void;
  take(): Uint8Array<ArrayBuffer>;
}

function createGrowingBytes(capacity: number): GrowingBytes {
  let bytes = new Uint8Array(new ArrayBuffer(Math.max(1, capacity)));
  let length = 0;
  return {
    get length() {
      return length;
    },
    append: (chunk) => {
      const needed = length + chunk.byteLength;
      if (needed > bytes.byteLength) {
        const larger = new Uint8Array(new ArrayBuffer(Math.max(needed, 2 * bytes.byteLength)));
        larger.set(bytes.subarray(0, length));
        bytes = larger;
      }
      bytes.set(chunk, length);
      length = needed;
    },
    take: () => bytes.subarray(0, length),
  };
}
