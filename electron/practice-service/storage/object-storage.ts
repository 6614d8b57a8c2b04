/** The object storage in memory, with its largest size. */
import { randomBytes } from 'node:crypto';
import type { ServiceClock } from '../clock.ts';
import { signatureProblem, type SignatureProblem, signedUrl } from './signature.ts';

/** Prefix of the addresses at which objects are read and written. */
export const STORAGE_PREFIX = '/storage/';

/** One stored file. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly storedAt: number;
  /** Quoted, as in the header `ETag`. */
  readonly etag: string;
}

const CAPACITY = {
  /** Bytes that are kept; the objects that have been there longest go first. */
  bytes: 256 * 1024 * 1024,
} as const;

/** Files in memory, with addresses that are signed and expire. */
export interface ObjectStorage {
  /** @param key such as `results/1234.mp4` */
  put(key: string, bytes: Uint8Array, contentType: string): void;
  get(key: string): StoredObject | null;
  /**
   * A signed address of an object, which need not exist yet.
   *
   * @param seconds validity from now on; one that is over already when negative
   */
  signedUrl(method: 'GET' | 'PUT', origin: string, key: string, seconds: number): string;
  /** Why a request is not accepted, or null when it is. */
  problemOf(method: string, host: string, url: URL): SignatureProblem | null;
}

/** An empty storage with a secret of its own. */
export function createObjectStorage(clock: ServiceClock): ObjectStorage {
  const secret = randomBytes(32).toString('hex');
  const objects = new Map<string, StoredObject>();
  let storedBytes = 0;
  function remove(key: string): void {
    const object = objects.get(key);
    if (object === undefined) return;
    objects.delete(key);
    storedBytes -= object.bytes.byteLength;
  }
  return {
    put: (key, bytes, contentType) => {
      remove(key);
      // Any text that is new will do; a digest of many megabytes would hold up other calls.
      const etag = `"${randomBytes(16).toString('hex')}"`;
      objects.set(key, { bytes, contentType, storedAt: clock.now(), etag });
      storedBytes += bytes.byteLength;
      for (const oldest of objects.keys()) {
        if (storedBytes <= CAPACITY.bytes || oldest === key) break;
        remove(oldest);
      }
    },
    get: (key) => objects.get(key) ?? null,
    signedUrl: (method, origin, key, seconds) =>
      signedUrl(secret, {
        method,
        origin,
        path: `${STORAGE_PREFIX}${key}`,
        from: clock.now() - (seconds < 0 ? -2000 * seconds : 0),
        seconds: Math.abs(seconds),
      }),
    problemOf: (method, host, url) => signatureProblem(secret, { method, host, url }, clock.now()),
  };
}
