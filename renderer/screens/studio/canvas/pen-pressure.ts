export const PEN_PRESSURE = {
  /** Share of the size at the lightest touch. */
  lightest: 0.1,
  /** Below 1 widens the middle of the range, because hands mostly press lightly. */
  exponent: 0.8,
} as const;

/** @param pressure 0 … 1 @returns photo pixels, at least 1 */
export function pressedDiameter(size: number, pressure: number): number {
  const { lightest, exponent } = PEN_PRESSURE;
  return Math.max(1, size * (lightest + (1 - lightest) * pressure ** exponent));
}
