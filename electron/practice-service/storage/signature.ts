/**
 * Pre-signed addresses as object storage makes them: "Authenticating Requests: Using Query
 * Parameters (AWS Signature Version 4)" of the Amazon S3 API reference. Only `Host` is signed, and
 * the content is not.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The request that an address is signed for. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT';
  /** Such as `http://127.0.0.1:4600`; its host is signed. */
  readonly origin: string;
  /** Path of the object, without characters that need escaping. */
  readonly path: string;
  /** Unix milliseconds from which the address is valid. */
  readonly from: number;
  /** Seconds for which it is valid, at most 604800. */
  readonly seconds: number;
}

/** Why an address is not accepted. */
export type SignatureProblem = 'unsigned' | 'malformed' | 'not yet valid' | 'expired' | 'mismatch';

const SCHEME = {
  algorithm: 'AWS4-HMAC-SHA256',
  accessKeyId: 'PRACTICE',
  scopeTail: 'local/s3/aws4_request',
  /** Seconds by which the two clocks may differ before an address is from the future. */
  tolerance: 900,
  /** Most seconds of an address: a week. */
  longest: 604_800,
} as const;

/** Signs an address. */
export function signedUrl(secret: string, request: SignedRequest): string {
  const url = new URL(request.path, request.origin);
  const date = amazonDate(request.from);
  const query = {
    'X-Amz-Algorithm': SCHEME.algorithm,
    'X-Amz-Credential': `${SCHEME.accessKeyId}/${scopeOf(date)}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(request.seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.searchParams.set('X-Amz-Signature', signature(secret, request.method, url.host, url));
  return url.href;
}

/**
 * Checks the address of a request.
 *
 * @param host the request's `Host` header
 * @param now Unix milliseconds
 * @returns null when it is good
 */
export function signatureProblem(
  secret: string,
  request: { readonly method: string; readonly host: string; readonly url: URL },
  now: number,
): SignatureProblem | null {
  const { searchParams } = request.url;
  const given = searchParams.get('X-Amz-Signature');
  const date = searchParams.get('X-Amz-Date');
  const seconds = searchParams.get('X-Amz-Expires');
  if (given === null && date === null && seconds === null) return 'unsigned';
  const from = parseAmazonDate(date ?? '');
  if (
    given === null ||
    from === null ||
    seconds === null ||
    !/^\d{1,6}$/u.test(seconds) ||
    Number(seconds) > SCHEME.longest ||
    searchParams.get('X-Amz-Algorithm') !== SCHEME.algorithm
  ) {
    return 'malformed';
  }
  if (now < from - 1000 * SCHEME.tolerance) return 'not yet valid';
  if (now >= from + 1000 * Number(seconds)) return 'expired';
  const expected = signature(secret, request.method, request.host, request.url);
  return isEqual(given, expected) ? null : 'mismatch';
}

/** Unix milliseconds at which an address ends to be valid, or null when it does not say. */
export function expiryOf(url: URL): number | null {
  const from = parseAmazonDate(url.searchParams.get('X-Amz-Date') ?? '');
  const seconds = Number(url.searchParams.get('X-Amz-Expires') ?? Number.NaN);
  return from === null || Number.isNaN(seconds) ? null : from + 1000 * seconds;
}

function signature(secret: string, method: string, host: string, url: URL): string {
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  const canonicalRequest = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    `host:${host}`,
    '',
    'host',
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const text = [SCHEME.algorithm, date, scopeOf(date), hash].join('\n');
  const key = scopeOf(date)
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** All parameters but the signature, escaped and sorted by name. */
function canonicalQuery(parameters: URLSearchParams): string {
  return [...parameters]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join('&');
}

/** Percent-encodes everything but the unreserved characters of RFC 3986. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function scopeOf(date: string): string {
  return `${date.slice(0, 8)}/${SCHEME.scopeTail}`;
}

/** Such as `20261121T102030Z`. */
function amazonDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/gu, '');
}

function parseAmazonDate(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? null : time;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
