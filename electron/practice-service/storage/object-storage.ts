/** Files in memory, with addresses that are signed and expire, and the refusals of such a storage. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Answer } from '../answer.ts';
import type { ServiceClock } from '../clock.ts';

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

/** Bytes that are kept; the objects that have been there longest go first. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Why an address is not accepted. */
export type SignatureProblem = 'unsigned' | 'malformed' | 'not yet valid' | 'expired' | 'mismatch';

const DATE = 'X-Amz-Date';
const EXPIRES = 'X-Amz-Expires';
const SIGNATURE = 'X-Amz-Signature';

/** Milliseconds by which the two clocks may differ before an address is from the future. */
const TOLERANCE = 900_000;

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
        if (storedBytes <= MOST_BYTES || oldest === key) break;
        remove(oldest);
      }
    },
    get: (key) => objects.get(key) ?? null,
    signedUrl: (method, origin, key, seconds) => {
      const url = new URL(`${STORAGE_PREFIX}${key}`, origin);
      const from = clock.now() - (seconds < 0 ? -2000 * seconds : 0);
      // 20261121T102030Z
      const date = new Date(from).toISOString().replace(/[-:]|\.\d{3}/gu, '');
      url.searchParams.set(DATE, date);
      url.searchParams.set(EXPIRES, String(Math.abs(seconds)));
      url.searchParams.set(SIGNATURE, signature(secret, method, url.host, url));
      return url.href;
    },
    problemOf: (method, host, url) => {
      const now = clock.now();
      const given = url.searchParams.get(SIGNATURE);
      if (given === null && !url.searchParams.has(DATE) && !url.searchParams.has(EXPIRES)) {
        return 'unsigned';
      }
      const times = timesOf(url);
      if (given === null || times === null) return 'malformed';
      if (now < times.from - TOLERANCE) return 'not yet valid';
      if (now >= times.until) return 'expired';
      const [a, b] = [Buffer.from(given), Buffer.from(signature(secret, method, host, url))];
      return a.byteLength === b.byteLength && timingSafeEqual(a, b) ? null : 'mismatch';
    },
  };
}

/** From when and until when an address is valid, Unix milliseconds; null when it does not say. */
export function timesOf(url: URL): { readonly from: number; readonly until: number } | null {
  const seconds = url.searchParams.get(EXPIRES) ?? '';
  const date = (url.searchParams.get(DATE) ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u,
    '$1-$2-$3T$4:$5:$6Z',
  );
  const from = Date.parse(date);
  if (Number.isNaN(from) || !/^\d{1,6}$/u.test(seconds)) return null;
  return { from, until: from + 1000 * Number(seconds) };
}

/**
 * Covers the method, the host and the whole address, not the content. It is made and checked here alone, so that
 * it need not be Amazon's.
 */
function signature(secret: string, method: string, host: string, url: URL): string {
  const others = [...url.searchParams].filter(([name]) => name !== SIGNATURE);
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, host, url.pathname, others]))
    .digest('hex');
}

/**
 * A refusal as object storage words it ("Error responses" of the Amazon S3 API reference).
 *
 * @param code such as `AccessDenied`
 * @param details further elements by name
 */
export function xmlError(
  status: number,
  code: string,
  message: string,
  details: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const elements = { Code: code, Message: message, ...details, RequestId: requestId };
  const inner = Object.entries(elements).map(
    ([name, text]) => `<${name}>${escape(text)}</${name}>`,
  );
  return {
    status,
    contentType: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join('')}</Error>`,
    headers: { 'x-amz-request-id': requestId, ...headers },
  };
}

function escape(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}
