/** Reads the service's time from the `Date` header (RFC 9110, section 6.6.1). */

/** Smaller differences are latency and rounding, ms. */
const NOISE = 60_000;

/** Unix ms; dates outside this range are the sender's mistake. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Unix ms; `undefined` if there is none, or the answer is cached. */
export function dateOf(header: (name: string) => string | undefined): number | undefined {
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
