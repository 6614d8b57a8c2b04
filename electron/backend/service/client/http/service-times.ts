/** Reads times from headers: `Date` (RFC 9110, section 6.6.1) and `Retry-After` (section 10.2.3). */

/** Smaller differences are latency and rounding, ms. */
const NOISE = 60_000;

/** Unix ms; dates outside this range are the sender's mistake. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Unix ms; `undefined` if there is none, or the answer is cached. */
function dateOf(header: (name: string) => string | undefined): number | undefined {
  if (Number(header('age') ?? 0) > 0) return undefined;
  const time = Date.parse(header('date') ?? '');
  return time > EARLIEST && time < LATEST ? time : undefined;
}

/** @param now Unix ms */
export function createServiceSkew(now: () => number) {
  let skew = 0;
  return {
    /** Milliseconds; 0 until an answer shows a difference. */
    milliseconds: (): number => skew,
    note(header: (name: string) => string | undefined): void {
      const date = dateOf(header);
      if (date === undefined) return;
      const difference = date - now();
      skew = Math.abs(difference) < NOISE ? 0 : difference;
    },
  };
}

/** Without the answer's `Date`, later dates are not trusted, ms. */
const BELIEVED = 3_600_000;

/** By the answer's `Date`: this computer's clock may be wrong. @returns whole seconds */
export function retryAfterSeconds(
  header: (name: string) => string | undefined,
  now: number,
): number | undefined {
  const text = header('retry-after')?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d+(?:\.\d+)?$/u.test(text)) return whole(Number(text));
  const until = Date.parse(text);
  const sentAt = dateOf(header);
  if (sentAt !== undefined) return whole((until - sentAt) / 1000);
  const wait = until - now;
  return wait >= 0 && wait <= BELIEVED ? whole(wait / 1000) : undefined;
}

function whole(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
