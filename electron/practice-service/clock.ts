export interface ServiceClock {
  /** Ms since 1970. */
  now(): number;
  /** Ms by which this clock is ahead of the computer's. */
  skew: number;
}
