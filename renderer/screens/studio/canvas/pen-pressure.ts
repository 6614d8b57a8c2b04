/** How hard a pen is pressed → how wide the stroke is. */
export const PEN_PRESSURE = {
  /** Share of the size at the lightest touch. */
  lightest: 0.1,
  /** Hands press lightly most of the time: below 1 the middle of the range is wider. */
  exponent: 0.8,
} as const;

/** @param size photo pixels at full pressure @param pressure 0 … 1 @returns photo pixels, at least 1 */
export function pressedDiameter(size: number, pressure: number): number {
  const { lightest, exponent } = PEN_PRESSURE;
  return Math.max(1, size * (lightest + (1 - lightest) * pressure ** exponent));
}
