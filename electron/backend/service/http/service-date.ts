/** The service's own time, by the `Date` header of its answers (RFC 9110, section 6.6.1). */

/** Differences below this are latency and rounding to seconds, ms. */
const NOISE = 60_000;

/** Dates outside of these are a mistake of the sender's. Unix ms. */
const EARLIEST = Date.UTC(2020, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** The `Date` of an answer, Unix ms; `undefined` where there is none, and for an answer out of a cache. */
export function dateOf(header: (name: string) => string | undefined): number | undefined {
  if (Number(header('age') ?? 0) > 0) return undefined;
  const time = Date.parse(header('date') ?? '');
  return time > EARLIEST && time < LATEST ? time : undefined;
}

/** How far the service's clock is ahead of this computer's. */
export interface ServiceSkew {
  /** Milliseconds; 0 until an answer has said something else. */
  milliseconds(): number;
  /** Takes the `Date` of an answer that has just arrived. */
  note(header: (name: string) => string | undefined): void;
}

/** @param now Unix ms */
export function createServiceSkew(now: () => number): ServiceSkew {
  let skew = 0;
  return {
    milliseconds: () => skew,
    note(header) {
      const date = dateOf(header);
      if (date === undefined) return;
      const difference = date - now();
      skew = Math.abs(difference) < NOISE ? 0 : difference;
    },
  };
}
