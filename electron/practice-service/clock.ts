/** Dates everything: the `Date` header, signatures and their expiry, tasks, `created`, bills. */
export interface ServiceClock {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds by which this clock is ahead of the computer's. */
  skew: number;
}
