/**
 * Addresses that are signed and expire, with the parameters of pre-signed addresses of object storage. The
 * signature is made and checked here alone, so that it need not be Amazon's: it covers the method, the host and
 * the whole address, not the content.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The request that an address is signed for. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT';
  /** Such as `http://127.0.0.1:4600`; its host is signed. */
  readonly origin: string;
  /** Path of the object, without characters that need escaping. */
  readonly path: string;
  /** Unix milliseconds from which the address is valid. */
  readonly from: number;
  /** Seconds for which it is valid, at most six digits. */
  readonly seconds: number;
}

/** Why an address is not accepted. */
export type SignatureProblem = 'unsigned' | 'malformed' | 'not yet valid' | 'expired' | 'mismatch';

const DATE = 'X-Amz-Date';
const EXPIRES = 'X-Amz-Expires';
const SIGNATURE = 'X-Amz-Signature';

/** Milliseconds by which the two clocks may differ before an address is from the future. */
const TOLERANCE = 900_000;

/** Signs an address. */
export function signedUrl(secret: string, request: SignedRequest): string {
  const url = new URL(request.path, request.origin);
  // 20261121T102030Z
  const date = new Date(request.from).toISOString().replace(/[-:]|\.\d{3}/gu, '');
  url.searchParams.set(DATE, date);
  url.searchParams.set(EXPIRES, String(request.seconds));
  url.searchParams.set(SIGNATURE, signature(secret, request.method, url.host, url));
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
  const { method, host, url } = request;
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

function signature(secret: string, method: string, host: string, url: URL): string {
  const others = [...url.searchParams].filter(([name]) => name !== SIGNATURE);
  return createHmac('sha256', secret)
    .update(JSON.stringify([method, host, url.pathname, others]))
    .digest('hex');
}
