import { randomBytes } from 'node:crypto';
import type { ServiceClock } from '../clock.ts';
import { signatureProblem, type SignatureProblem, signedUrl } from './signature.ts';

/** Prefix of the addresses at which objects are read and written. */
export const storagePrefix = '/storage/';

/** One stored file. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly storedAt: number;
  /** Quoted, as in the header `ETag`. */
  readonly etag: string;
}

const capacity = {
  /** Bytes that are kept; the objects that have been there longest go first. */
  bytes: 256 * 1024 * 1024,
} as const;

/** Files in memory, with addresses that are signed and expire. */
export class ObjectStorage {
  readonly #clock: ServiceClock;
  readonly #secret = randomBytes(32).toString('hex');
  readonly #objects = new Map<string, StoredObject>();
  #bytes = 0;

  constructor(clock: ServiceClock) {
    this.#clock = clock;
  }

  /** @param key such as `results/1234.mp4` */
  put(key: string, bytes: Uint8Array, contentType: string): void {
    this.#remove(key);
    // Any text that is new will do; a digest of many megabytes would hold up other calls.
    const etag = `"${randomBytes(16).toString('hex')}"`;
    this.#objects.set(key, { bytes, contentType, storedAt: this.#clock.now(), etag });
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= capacity.bytes || oldest === key) break;
      this.#remove(oldest);
    }
  }

  get(key: string): StoredObject | null {
    return this.#objects.get(key) ?? null;
  }

  /**
   * A signed address of an object, which need not exist yet.
   *
   * @param seconds validity from now on; one that is over already when negative
   */
  signedUrl(method: 'GET' | 'PUT', origin: string, key: string, seconds: number): string {
    return signedUrl(this.#secret, {
      method,
      origin,
      path: `${storagePrefix}${key}`,
      from: this.#clock.now() - (seconds < 0 ? -2000 * seconds : 0),
      seconds: Math.abs(seconds),
    });
  }

  /** Why a request is not accepted, or null when it is. */
  problemOf(method: string, host: string, url: URL): SignatureProblem | null {
    return signatureProblem(this.#secret, { method, host, url }, this.#clock.now());
  }

  #remove(key: string): void {
    const object = this.#objects.get(key);
    if (object === undefined) return;
    this.#objects.delete(key);
    this.#bytes -= object.bytes.byteLength;
  }
}
