/** The service's own clock, which tests can put forward to see addresses and bills expire. */

/**
 * Everything that the service dates goes by it: the `Date` header, signatures and their expiry,
 * tasks, `created`, bills.
 */
export interface ServiceClock {
  /** Unix milliseconds by this clock. */
  now(): number;
  /** Milliseconds by which this clock is ahead of the computer's; negative when behind. */
  readonly skewMilliseconds: number;
  setSkew(milliseconds: number): void;
}

/** A clock that agrees with the computer's. */
export function createServiceClock(): ServiceClock {
  let skewMilliseconds = 0;
  return {
    now: () => Date.now() + skewMilliseconds,
    get skewMilliseconds() {
      return skewMilliseconds;
    },
    setSkew: (milliseconds) => {
      skewMilliseconds = milliseconds;
    },
  };
}
