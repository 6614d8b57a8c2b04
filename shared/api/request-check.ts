/**
 * Checks of requests against the specification's limits, before anything is sent: a refusal costs
 * nothing, and its sentence names the limit, the value and what to do.
 */

/** Width and height in whole pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}
