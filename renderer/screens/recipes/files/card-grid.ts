/** CSS pixels at normal text size. */
export const FILE_CARD = {
  /** The difference between before and after cannot be seen in less. */
  least: 336,
  height: 216,
  gap: 16,
  /** Room on each side of the grid. */
  aside: 24,
} as const;

/** Returns the number of columns. @param width of the list, CSS pixels */
export function columnsIn(width: number, textScale: number): number {
  const room = width - 2 * FILE_CARD.aside + FILE_CARD.gap;
  return Math.max(1, Math.floor(room / (FILE_CARD.least * textScale + FILE_CARD.gap)));
}
