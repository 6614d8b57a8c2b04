/** The measures of the grid of clips. Pure. */

const GRID = {
  /** Narrowest card, CSS pixels at normal text: its line of state, price and time is whole. */
  leastWidth: 216,
  gap: 8,
  /** Height below the picture: title, settings, stars. */
  text: 72,
  /** Of the picture: clips are 1024 × 576. */
  ratio: 9 / 16,
} as const;

/** @param width of the list, CSS pixels @param textScale beside normal text */
export function gridOf(
  width: number,
  textScale: number,
): {
  readonly columns: number;
  readonly rowHeight: number;
  readonly gap: number;
} {
  const { gap, ratio } = GRID;
  const leastWidth = GRID.leastWidth * textScale;
  const text = GRID.text * textScale;
  const columns = Math.max(1, Math.floor((width + gap) / (leastWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  return { columns, rowHeight: Math.round(Math.max(0, cardWidth) * ratio) + text, gap };
}
