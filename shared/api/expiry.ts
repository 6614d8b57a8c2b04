/**
 * Finds when an address expires. The seconds that services send are sometimes 0 for an hour; the
 * address itself is reliable.
 */

interface AddressValidity {
  readonly url: string;
  /** Seconds as sent; 0 and less mean nothing. */
  readonly ttlSeconds: number | undefined;
  /** Unix milliseconds of the answer that contained the address. */
  readonly receivedAt: number;
}

/** Longest validity, seconds. AWS signs for at most a week; ten years stand for "never". */
const MAX_VALIDITY_SECONDS = 10 * 365 * 86_400;

/** Unix ms; `undefined` if unknown. */
export function expiryOf({ url, ttlSeconds, receivedAt }: AddressValidity): number | undefined {
  const signed = expiryOfUrl(url);
  if (signed !== undefined) return signed;
  if (ttlSeconds === undefined || ttlSeconds <= 0) return undefined;
  return receivedAt + Math.min(ttlSeconds, MAX_VALIDITY_SECONDS) * 1000;
}

/**
 * Unix ms, from `X-Amz-Date` + `X-Amz-Expires` or other vendors' prefixes, or from `Expires` in
 * Unix seconds (CloudFront and most object stores).
 */
export function expiryOfUrl(url: string): number | undefined {
  const parameters = queryOf(url);
  for (const [name, value] of parameters) {
    const vendor = /^(x-[a-z]+)-expires$/u.exec(name)?.[1];
    if (vendor === undefined) continue;
    const signedAt = dateOfSignature(parameters.get(`${vendor}-date`) ?? '');
    const seconds = wholeNumber(value);
    if (signedAt !== undefined && seconds !== undefined && seconds <= MAX_VALIDITY_SECONDS) {
      return signedAt + seconds * 1000;
    }
  }
  const seconds = wholeNumber(parameters.get('expires') ?? '');
  // Small numbers are a duration without a start, not a time.
  const isTime = seconds !== undefined && seconds > 1_000_000_000 && seconds < 100_000_000_000;
  return isTime ? seconds * 1000 : undefined;
}

function queryOf(url: string): ReadonlyMap<string, string> {
  const start = url.indexOf('?');
  const text = start < 0 ? '' : (url.slice(start + 1).split('#')[0] ?? '');
  const parameters = new Map<string, string>();
  for (const pair of text.split('&')) {
    const [name = '', ...value] = pair.split('=');
    const key = decoded(name).toLowerCase();
    if (!parameters.has(key)) parameters.set(key, decoded(value.join('=')));
  }
  return parameters;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses `20261121T093000Z` into Unix milliseconds. */
function dateOfSignature(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isFinite(time) ? time : undefined;
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
