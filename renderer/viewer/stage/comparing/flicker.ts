/** Changes per second. */
export const FLICKER_RATE = {
  min: 0.5,
  initial: 1.5,
  /** WCAG 2.3.1 allows three flashes a second; a flash is two changes. */
  max: 5,
  step: 0.5,
} as const;
