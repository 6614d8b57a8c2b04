/** Keeps files in memory, with signed addresses that expire. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Answer } from '../answer.ts';
import type { ServiceClock } from '../clock.ts';

export const STORAGE_PREFIX = '/storage/';

export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Unix milliseconds. */
  readonly storedAt: number;
  /** Quoted, as in the header `ETag`. */
  readonly etag: string;
}

/** The objects that have been there longest go first. */
const MOST_BYTES = 256 * 1024 * 1024;

const DATE = 'X-Amz-Date';
const EXPIRES = 'X-Amz-Expires';
const SIGNATURE = 'X-Amz-Signature';

/** Ms by which the two clocks may differ before an address is from the future. */
const TOLERANCE = 900_000;

export function createObjectStorage(clock: ServiceClock) {
  const secret = randomBytes(32).toString('hex');
  const objects = new Map<string, StoredObject>();
  let storedBytes = 0;
  function remove(key: string): void {
    storedBytes -= objects.get(key)?.bytes.byteLength ?? 0;
    objects.delete(key);
  }
  return {
    put(key: string, bytes: Uint8Array, contentType: string): StoredObject {
      remove(key);
      // any new text will do; a digest of many megabytes would hold up other calls
      const etag = `"${randomBytes(16).toString('hex')}"`;
      const object = { bytes, contentType, storedAt: clock.now(), etag };
      objects.set(key, object);
      storedBytes += bytes.byteLength;
      for (const oldest of objects.keys()) {
        if (storedBytes <= MOST_BYTES || oldest === key) break;
        remove(oldest);
      }
      return object;
    },
    get: (key: string) => objects.get(key) ?? null,
    /** @param seconds validity from now on; expired already if negative */
    signedUrl(method: 'GET' | 'PUT', origin: string, key: string, seconds: number): string {
      const url = new URL(`${STORAGE_PREFIX}${key}`, origin);
      const from = clock.now() - (seconds < 0 ? -2000 * seconds : 0);
      // 20261121T102030Z
      const date = new Date(from).toISOString().replace(/[-:]|\.\d{3}/gu, '');
      url.searchParams.set(DATE, date);
      url.searchParams.set(EXPIRES, String(Math.abs(seconds)));
      url.searchParams.set(SIGNATURE, signature(secret, method, url.host, url));
      return url.href;
    },
    refusalOf(method: string, host: string, url: URL): Answer | null {
      const denied = (message: string, details = {}) =>
        xmlError(403, 'AccessDenied', message, details);
      const now = clock.now();
      const given = url.searchParams.get(SIGNATURE);
      if (given === null && !url.searchParams.has(DATE) && !url.searchParams.has(EXPIRES)) {
        return denied('Access denied');
      }
      const times = timesOf(url);
      if (given === null || times === null) {
        const message = 'The parameters of the signature are not complete.';
        return xmlError(400, 'AuthorizationQueryParametersError', message);
      }
      if (now < times.from - TOLERANCE) return denied('Request is not valid yet');
      if (now >= times.until) {
        return denied('Request has expired', {
          Expires: new Date(times.until).toISOString(),
          ServerTime: new Date(now).toISOString(),
        });
      }
      const [a, b] = [Buffer.from(given), Buffer.from(signature(secret, method, host, url))];
      if (a.byteLength === b.byteLength && timingSafeEqual(a, b)) return null;
      const message = 'The signature is not the one of this method, host and address.';
      return xmlError(403, 'SignatureDoesNotMatch', message);
    },
  };
}

/** Ms since 1970; null if the address has no times. */
function timesOf(url: URL): { readonly from: number; readonly until: number } | null {
  const seconds = url.searchParams.get(EXPIRES) ?? '';
  const date = (url.searchParams.get(DATE) ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u,
    '$1-$2-$3T$4:$5:$6Z',
  );
  const from = Date.parse(date);
  if (Number.isNaN(from) || !/^\d{1,6}$/u.test(seconds)) return null;
  return { from, until: from + 1000 * Number(seconds) };
}

/** Covers method, host and address. Checked here alone, so it need not be Amazon's. */
function signature(secret: string, method: string, host: string, url: URL): string {
  const others = [...url.searchParams].filter(([name]) => name !== SIGNATURE);
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, host, url.pathname, others]))
    .digest('hex');
}

/** "Error responses" of the Amazon S3 API reference. @param code such as `AccessDenied` */
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
