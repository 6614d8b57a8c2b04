/** The speed of a flickering comparison. */

/** Changes a second. */
export const FLICKER_RATE = {
  min: 0.5,
  initial: 1.5,
  /** Three flashes a second are the most that is safe to look at (WCAG 2.3.1); a flash is two changes. */
  max: 5,
  step: 0.5,
} as const;
