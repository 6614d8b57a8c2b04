/**
 * The service's own clock. Everything that the service dates goes by it: the `Date` header,
 * signatures and their expiry, tasks, `created`, bills.
 */
export class ServiceClock {
  /** Milliseconds by which this clock is ahead of the computer's; negative when behind. */
  skewMilliseconds = 0;

  /** Unix milliseconds by this clock. */
  now(): number {
    return Date.now() + this.skewMilliseconds;
  }
}
