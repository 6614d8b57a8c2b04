/** How the cards of a run are laid out. Pure. */

/** CSS pixels at normal text. */
export const CARD = {
  /** Least width at which a user can see the difference between before and after. */
  least: 336,
  height: 216,
  gap: 16,
  /** Beside the cards. */
  aside: 24,
} as const;

/** Cards beside each other. @param width of the list, CSS pixels */
export function columnsIn(width: number, textScale: number): number {
  const room = width - 2 * CARD.aside + CARD.gap;
  return Math.max(1, Math.floor(room / (CARD.least * textScale + CARD.gap)));
}
