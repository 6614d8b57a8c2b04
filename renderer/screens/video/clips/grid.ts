/** The measures of the grid of clips. Pure. */

const GRID = {
  /** Narrowest card, CSS pixels: its line of state, price and time is whole. */
  leastWidth: 216,
  gap: 8,
  /** Height below the picture: title, settings, stars. */
  text: 72,
  /** Of the picture: clips are 1024 × 576. */
  ratio: 9 / 16,
} as const;

/** @param width of the list, CSS pixels */
export function gridOf(width: number): {
  readonly columns: number;
  readonly rowHeight: number;
  readonly gap: number;
} {
  const { leastWidth, gap, text, ratio } = GRID;
  const columns = Math.max(1, Math.floor((width + gap) / (leastWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  return { columns, rowHeight: Math.round(Math.max(0, cardWidth) * ratio) + text, gap };
}
