/** Dates everything: the `Date` header, signatures and their expiry, tasks, `created`, bills. */
export interface ServiceClock {
  /** Ms since 1970. */
  now(): number;
  /** Ms by which this clock is ahead of the computer's. */
  skew: number;
}
