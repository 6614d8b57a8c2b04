/**
 * The expiry of a pre-signed address. The service gives it per file in seconds
 * (`video_url_ttl`), sometimes as 0 for an address that is good for an hour; the address itself
 * carries the truth. Pure.
 */

/** Facts about an address. */
export interface AddressValidity {
  readonly url: string;
  /** Seconds, as the service says; 0 and less mean nothing. */
  readonly ttlSeconds: number | undefined;
  /** Unix milliseconds: when the answer with the address arrived. */
  readonly receivedAt: number;
}

/** Longest validity of a signature, seconds: a week is the most that AWS signs; ten years pass for "never". */
const MAX_VALIDITY_SECONDS = 10 * 365 * 86_400;

/** Unix milliseconds from which on the address is refused; `undefined` when it is unknown. */
export function expiryOf({ url, ttlSeconds, receivedAt }: AddressValidity): number | undefined {
  const signed = expiryOfUrl(url);
  if (signed !== undefined) return signed;
  if (ttlSeconds === undefined || ttlSeconds <= 0) return undefined;
  return receivedAt + Math.min(ttlSeconds, MAX_VALIDITY_SECONDS) * 1000;
}

/**
 * The expiry in a signed address itself, in Unix milliseconds: `X-Amz-Date` + `X-Amz-Expires` (AWS
 * signature version 4, and the same with other vendors' prefixes), or `Expires` as Unix seconds
 * (signature version 2, CloudFront and most object stores).
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
  // Small numbers are a duration without a beginning, not a time.
  const isTime = seconds !== undefined && seconds > 1_000_000_000 && seconds < 100_000_000_000;
  return isTime ? seconds * 1000 : undefined;
}

/** Parameters by lower-case name; the first of a name counts. */
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

/** `20261121T093000Z` as Unix milliseconds. */
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
